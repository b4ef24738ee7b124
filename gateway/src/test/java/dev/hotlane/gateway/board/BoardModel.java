package dev.hotlane.gateway.board;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All counters of a view in a plain map, and the documents of its boards as of each sequence. */
final class BoardModel {
    /** ASCII keys only, so that the order of strings is that of their bytes. */
    final TreeMap<String, Values> counters = new TreeMap<>();

    private final Map<Long, Map<String, String>> history = new HashMap<>();

    /** Values of a counter; a negative version marks a bucket. */
    record Values(long value, long version, long held, long confirmed) {
        private boolean isListed(long timeMs) {
            return version > 0 || version < 0 && value > timeMs * 1_000_000;
        }

        private String body(String key) {
            return "{\"key\":\"" + key + "\",\"value\":" + value + ",\"held\":" + held + ",\"confirmed\":" + confirmed
                    + ",\"version\":" + Math.abs(version) + (version < 0 ? ",\"bucket\":true}" : "}");
        }
    }

    /** Keeps the documents of these boards as of now. */
    void keep(long sequence, long timeMs, List<String> prefixes) {
        history.put(sequence, prefixes.stream().collect(Collectors.toMap(p -> p, p -> document(p, timeMs))));
    }

    /** The document of a board as of a sequence that was kept. */
    String asOf(long sequence, String prefix) {
        return history.get(sequence).get(prefix);
    }

    private String document(String prefix, long timeMs) {
        return counters.entrySet().stream()
                .filter(entry ->
                        entry.getKey().startsWith(prefix) && entry.getValue().isListed(timeMs))
                .map(entry -> entry.getValue().body(entry.getKey()))
                .collect(Collectors.joining(",", "{\"counters\":[", "]}"));
    }

    long count(String prefix) {
        return counters.keySet().stream().filter(key -> key.startsWith(prefix)).count();
    }
}
