package dev.hotlane.gateway.changes;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** All changes of a lane as a test publishes them, and which of them a filter wants, by words of their text. One thread. */
final class ChangesHistory {
    static final String LANE = "lane";
    private static final List<String> KEYS = List.of("stock:a", "stock:b", "limit:u1", "x");
    private static final List<String> KINDS = List.of("transaction", "reservation", "confirm", "expiry");

    final HandTopics topics;
    private final Random random;
    private final TreeMap<Long, List<String>> bySequence = new TreeMap<>();
    private final TreeMap<Long, Long> offsets = new TreeMap<>();
    private long sequence;
    private long offset;

    ChangesHistory(Random random) {
        this.random = random;
        topics = new HandTopics(random);
    }

    /** Publishes some changes as one cut. */
    void cut() {
        List<String> all = new ArrayList<>();
        int changes = random.nextInt(5);
        for (int i = 0; i < changes; i++) {
            sequence += 1 + random.nextInt(3);
            List<String> documents = random.nextInt(20) == 0 ? List.of(gap()) : parts();
            bySequence.put(sequence, documents);
            offsets.put(sequence, offset + all.size());
            all.addAll(documents);
        }
        if (random.nextInt(30) == 0) {
            all.add("no document");
        }
        sequence += random.nextInt(4);
        offset += all.isEmpty() ? 0 : all.size() + 1;
        topics.cut(sequence, all);
    }

    private String gap() {
        return "{\"seq\":" + sequence + ",\"time\":1,\"kind\":\"gap\",\"from\":0,\"to\":" + sequence + "}";
    }

    private List<String> parts() {
        int parts = random.nextInt(4) == 0 ? 2 + random.nextInt(2) : 1;
        String kind = KINDS.get(random.nextInt(KINDS.size()));
        List<String> documents = new ArrayList<>();
        for (int i = 1; i <= parts; i++) {
            String head = "{\"seq\":" + sequence + ",\"time\":1,\"kind\":\"" + kind + "\"";
            String part = parts == 1 ? "" : ",\"part\":" + i + ",\"parts\":" + parts;
            documents.add(head + part + ",\"changes\":[" + counters() + "],\"reservations\":[" + reservation() + "]}");
        }
        return documents;
    }

    private String counters() {
        return "{\"key\":\"" + KEYS.get(random.nextInt(KEYS.size())) + "\",\"before\":2,\"value\":1}";
    }

    private String reservation() {
        return random.nextBoolean()
                ? ""
                : "{\"id\":\"o" + sequence + "\",\"state\":\"held\",\"owner\":\"u" + random.nextInt(2)
                        + "\",\"lines\":[{\"key\":\"" + KEYS.get(random.nextInt(KEYS.size()))
                        + "\",\"quantity\":1}],\"limits\":[]}";
    }

    /** A filter that some changes meet. */
    ChangesFilter filter() {
        String prefix = random.nextBoolean()
                ? null
                : List.of("stock:", "limit:", "stock:a").get(random.nextInt(3));
        String owner = random.nextInt(3) > 0 ? null : "u" + random.nextInt(2);
        String kind = random.nextInt(3) > 0 ? null : KINDS.get(random.nextInt(KINDS.size()));
        return new ChangesFilter(
                prefix == null ? null : prefix.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                owner == null ? null : owner.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                kind,
                ChangesSight.ALL);
    }

    List<String> documents(long of) {
        return bySequence.get(of);
    }

    /** The last sequence that was published. */
    long last() {
        return sequence;
    }

    /** The changes in (from, to] that a filter wants. */
    List<Long> matching(ChangesFilter filter, long from, long to) {
        List<Long> found = new ArrayList<>();
        bySequence.subMap(from, false, to, true).forEach((at, documents) -> {
            if (wants(filter, String.join("\n", documents))) {
                found.add(at);
            }
        });
        return found;
    }

    private static boolean wants(ChangesFilter filter, String text) {
        return text.contains("\"kind\":\"gap\"")
                || (filter.prefix() == null || text.contains("\"key\":\"" + text(filter.prefix())))
                        && (filter.owner() == null || text.contains("\"owner\":\"" + text(filter.owner()) + "\""))
                        && (filter.kind() == null || text.contains("\"kind\":\"" + filter.kind() + "\""));
    }

    private static String text(byte[] utf8) {
        return new String(utf8, java.nio.charset.StandardCharsets.UTF_8);
    }

    /** Whether a record that is not above a kept one was deleted, so that a change behind this sequence may be missing. */
    boolean isDeletedBehind(long position) {
        return topics.begin() > 0
                && offsets.entrySet().stream()
                        .noneMatch(each -> each.getValue() >= topics.begin() && each.getKey() <= position);
    }
}
