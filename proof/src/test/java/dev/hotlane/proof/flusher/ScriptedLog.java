package dev.hotlane.proof.flusher;

import dev.hotlane.flusher.batch.HBatching;
import dev.hotlane.protocol.Meta;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * A log whose every record follows from seed and offset. So a replay gives the state at any offset without the flusher.
 */
final class ScriptedLog {
    static final long SEQUENCE_BASE = 1_000_000;
    private static final int REMOVE_ONE_IN = 8;
    private static final int[] ENTRIES = {1, 2, 1, 0, 1};

    private final long seed;
    private final List<byte[]> keys;
    private final int payloadMax;
    final int window;

    ScriptedLog(long seed, int keyCount, int window, int payloadMax) {
        this.seed = seed;
        this.window = window;
        this.payloadMax = payloadMax;
        keys = keys(keyCount);
    }

    /** A replay that starts at offset 0. */
    Replay replay() {
        return new Replay();
    }

    /** The state at an offset, reached record by record. */
    final class Replay {
        final TreeMap<byte[], long[]> counters = new TreeMap<>(Arrays::compareUnsigned);
        final ScriptedHolds holds = new ScriptedHolds(window / 2);
        long next;

        /** Applies the records below this offset; passes those from tellFrom on to the batching. */
        void to(long offset, HBatching batching, long tellFrom) {
            while (next < offset) {
                apply(next >= tellFrom ? batching : null);
            }
        }

        Meta cut() {
            Random random = new Random(seed ^ ~next);
            Meta cut = new Meta();
            cut.nextOffset = next;
            cut.sequenceBase = SEQUENCE_BASE;
            cut.epoch = next / 100;
            cut.leaderHi = random.nextLong();
            cut.leaderLo = random.nextLong();
            cut.logTime = random.nextLong();
            cut.ceiling = random.nextLong();
            cut.horizon = random.nextLong();
            cut.digest = random.nextLong();
            cut.lastTick = next - 1;
            cut.lastTickDigest = random.nextLong();
            cut.lastTickWallClock = random.nextLong();
            cut.windowStart = SEQUENCE_BASE + Math.max(0, next - window);
            cut.windowCount = entries(cut.windowStart, SEQUENCE_BASE + next).size();
            cut.counters = counters.size();
            cut.holdsOpen = holds.open.size();
            cut.resolvedStart = holds.resolved.isEmpty()
                    ? SEQUENCE_BASE + next
                    : holds.resolved.getFirst().sequence();
            cut.holdsResolved = holds.resolved.size();
            cut.rulesVersion = random.nextInt();
            cut.rules = new byte[random.nextInt(200)];
            random.nextBytes(cut.rules);
            cut.lastLeaderEpoch = random.nextInt();
            cut.lastTimestamp = random.nextLong();
            cut.lastCrc = random.nextInt();
            return cut;
        }

        private void apply(HBatching batching) {
            long sequence = SEQUENCE_BASE + next++;
            Random random = new Random(seed + sequence * 0x9E3779B97F4A7C15L);
            changeCounter(random, sequence, batching);
            holds.apply(random, sequence, batching);
            if (batching != null) {
                for (Entry entry : entries(sequence, sequence + 1)) {
                    batching.packed(sequence, entry.bytes(), 0, entry.bytes().length);
                }
            }
        }

        private void changeCounter(Random random, long sequence, HBatching batching) {
            byte[] key = keys.get(random.nextInt(keys.size()));
            int hash = Arrays.hashCode(key);
            if (random.nextInt(REMOVE_ONE_IN) == 0) {
                counters.remove(key);
                if (batching != null) {
                    batching.removed(key, 0, key.length, hash);
                }
                return;
            }
            // A plain counter, a token bucket, or a removed one that holds still refer to.
            long version = sequence * (random.nextInt(3) - 1);
            long[] values = {random.nextLong(), version, random.nextLong(), random.nextLong()};
            counters.put(key, values);
            if (batching != null) {
                batching.counter(key, 0, key.length, hash, values[0], values[1], values[2], values[3]);
            }
        }
    }

    /** A packed entry: of the window, or a resolved hold's image. */
    record Entry(long sequence, byte[] bytes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Entry entry && entry.sequence == sequence && Arrays.equals(entry.bytes, bytes);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(sequence) + Arrays.hashCode(bytes);
        }
    }

    /** The window entries of these records: one record in five has none, one in five has two. */
    List<Entry> entries(long fromSequence, long toSequence) {
        List<Entry> entries = new ArrayList<>();
        for (long sequence = fromSequence; sequence < toSequence; sequence++) {
            Random random = new Random(seed ^ sequence * 31);
            for (int n = ENTRIES[(int) (sequence % ENTRIES.length)]; n > 0; n--) {
                byte[] payload = new byte[random.nextInt(payloadMax)];
                random.nextBytes(payload);
                entries.add(new Entry(sequence, payload));
            }
        }
        return entries;
    }

    /** Keys that databases may fold, cut or misread, then plain ones. */
    private static List<byte[]> keys(int count) {
        List<byte[]> keys = new ArrayList<>();
        for (String s : new String[] {
            "sku",
            "SKU",
            "Sku",
            "cafe",
            "caf\u00e9",
            "cafe\u0301",
            "x",
            "x ",
            "x  ",
            "x\0",
            "x\0\0",
            "\0",
            " ",
            "'",
            "\"",
            "\\",
            "%",
            "_",
            "\n",
            "0x00",
            "\u00df",
            "ss",
            "\ud83d\ude00",
            "\u202e",
            "null",
            "NULL",
            "a;b--"
        }) {
            keys.add(s.getBytes(StandardCharsets.UTF_8));
        }
        keys.add(new byte[] {(byte) 0xFF, (byte) 0xFE});
        keys.add(new byte[] {(byte) 0xC3});
        byte[] longest = new byte[200];
        Arrays.fill(longest, (byte) 0x80);
        keys.add(longest);
        byte[] almost = longest.clone();
        almost[199] = (byte) 0x81;
        keys.add(almost);
        keys.add(new byte[200]);
        for (int i = keys.size(); i < count; i++) {
            keys.add(("stock:deal-2026-11:sku-" + i).getBytes(StandardCharsets.UTF_8));
        }
        return keys;
    }
}
