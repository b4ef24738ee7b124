package dev.hotlane.gateway.watch;

import dev.hotlane.gateway.view.ScriptedPack;
import dev.hotlane.gateway.view.ViewByHand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A plain model of a lane: the counters after each record, at random. Sequence i is at log time 10 i. A bucket is full at the
 * log time that its value has in ns.
 */
final class WatchedHistory {
    static final long MS_A_RECORD = 10;
    private static final long NANOS_PER_MS = 1_000_000;
    private static final List<String> KEYS =
            List.of("a", "b", "c", "shop:1", "shop:2", "shop:3", "shop:4", "shop:5", "shoe", "z:1");

    private final Random random;

    /** The counters after record i. */
    private final List<Map<String, Row>> states = new ArrayList<>();

    record Row(long value, long version, long held, long confirmed) {}

    WatchedHistory(Random random) {
        this.random = random;
        states.add(Map.of());
    }

    static List<String> keys() {
        return KEYS;
    }

    long end() {
        return states.size() - 1L;
    }

    /** Appends one record. */
    void append() {
        Map<String, Row> next = new TreeMap<>(states.get(states.size() - 1));
        long sequence = states.size();
        for (int i = random.nextInt(4); i > 0; i--) {
            change(next, KEYS.get(random.nextInt(KEYS.size())), sequence);
        }
        states.add(next);
    }

    private void change(Map<String, Row> state, String key, long sequence) {
        Row before = state.get(key);
        int what = random.nextInt(10);
        if (before != null && what < 3) {
            state.remove(key);
        } else if (before != null && (before.version < 0 || before.version == 0) && what < 6) {
            // Under the same version.
            state.put(key, new Row(before.value, before.version, before.held + 1, before.confirmed));
        } else if (what == 6) {
            long full = (sequence * MS_A_RECORD + random.nextInt(200)) * NANOS_PER_MS;
            state.put(key, new Row(full, -sequence, 0, 0));
        } else if (what == 7) {
            state.put(key, new Row(0, 0, 1 + random.nextInt(3), 0));
        } else {
            state.put(key, new Row(random.nextInt(1_000), sequence, 0, 0));
        }
    }

    /** Loses the records above a sequence. */
    void rewrite(long to) {
        while (states.size() > to + 1) {
            states.remove(states.size() - 1);
        }
    }

    /** The bodies of counters that exist as of a sequence; a full bucket equals an absent counter. */
    Map<String, String> bodies(long sequence) {
        Map<String, String> bodies = new TreeMap<>();
        states.get((int) sequence).forEach((key, row) -> {
            String body = body(key, row, sequence);
            if (!body.equals(absent(key))) {
                bodies.put(key, body);
            }
        });
        return bodies;
    }

    static String absent(String key) {
        return "{\"key\":\"" + key + "\",\"value\":0,\"held\":0,\"confirmed\":0,\"version\":0}";
    }

    private static String body(String key, Row row, long sequence) {
        boolean bucket = row.version < 0;
        boolean full = bucket && row.value <= sequence * MS_A_RECORD * NANOS_PER_MS;
        return "{\"key\":\"" + key + "\",\"value\":" + (full ? 0 : row.value) + ",\"held\":" + row.held
                + ",\"confirmed\":" + row.confirmed + ",\"version\":" + (full ? 0 : Math.abs(row.version))
                + (bucket && !full ? ",\"bucket\":true}" : "}");
    }

    void load(ViewByHand view, long to) {
        view.load(
                to,
                to * MS_A_RECORD,
                rows -> states.get((int) to)
                        .forEach((key, row) -> rows.add(key, row.value, row.version, row.held, row.confirmed)));
    }

    /** The pack of the records after {@code from} up to {@code to}. */
    ScriptedPack pack(long topic, long from, long to) {
        ScriptedPack pack = new ScriptedPack(from, to).of(topic, 0, 1).at(to * MS_A_RECORD);
        for (String key : KEYS) {
            boolean changed = false;
            for (long i = from + 1; i <= to; i++) {
                Row row = states.get((int) i).get(key);
                Row before = states.get((int) i - 1).get(key);
                changed |= row == null ? before != null : !row.equals(before);
            }
            Row after = states.get((int) to).get(key);
            if (changed && after == null) {
                pack.remove(key);
            } else if (changed) {
                pack.set(key, after.value, after.version, after.held, after.confirmed);
            }
        }
        return pack;
    }

    /** The keys with this prefix that exist as of a sequence. */
    List<String> keys(String prefix, long sequence) {
        return states.get((int) sequence).keySet().stream()
                .filter(key -> key.startsWith(prefix))
                .toList();
    }
}
