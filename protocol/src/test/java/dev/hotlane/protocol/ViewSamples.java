package dev.hotlane.protocol;

import static dev.hotlane.protocol.Samples.utf8;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records of the view topic: a counter, a token bucket, a removed one; a part with reset; a pack without changes. */
public final class ViewSamples {
    private ViewSamples() {}

    /** Numbers of a counter, null for a removed one. */
    record Counter(byte[] key, long[] numbers) {}

    /** A part of a pack in memory. */
    record Part(long from, long to, int part, int parts, boolean reset, List<Counter> counters) implements ViewPack {
        @Override
        public long topicHash() {
            return ViewRecord.topicHash("Fz1vZ2cQTZ6TgqGzNn1mVw");
        }

        @Override
        public long sequenceBase() {
            return 1L << 40;
        }

        @Override
        public long epoch() {
            return 5;
        }

        @Override
        public long leadSequence() {
            return (1L << 40) + 2;
        }

        @Override
        public long logTime() {
            return 1_700_000_000_123L;
        }

        @Override
        public int size() {
            return counters.size();
        }

        @Override
        public void forEach(Sink sink) {
            for (Counter one : counters) {
                long[] of = one.numbers();
                if (of == null) {
                    sink.removed(one.key(), one.key().length);
                } else {
                    sink.counter(one.key(), one.key().length, of[0], of[1], of[2], of[3]);
                }
            }
        }
    }

    /** By name. */
    public static Map<String, byte[]> records() {
        Map<String, byte[]> records = new LinkedHashMap<>();
        ViewWriter writer = new ViewWriter();
        parts().forEach((name, part) -> records.put(name, writer.record(part)));
        return records;
    }

    static Map<String, Part> parts() {
        long base = 1L << 40;
        Map<String, Part> parts = new LinkedHashMap<>();
        List<Counter> counters = List.of(
                counter("stock:a", 5, base + 9, 2, 1),
                counter("gr\u00fc\u00dfe", Long.MIN_VALUE, 1, Long.MAX_VALUE, -1),
                counter("bucket:b", 1_700_000_000_000_000_000L, -(base + 10), 0, 0),
                new Counter(utf8("stock:gone"), null),
                new Counter(new byte[] {(byte) 0xFF, 0}, new long[] {0, 0, 3, 0}));
        parts.put("view", new Part(base + 7, base + 12, 0, 1, false, counters));
        parts.put(
                "view-part-reset",
                new Part(base - 1, base + 3, 1, 3, true, List.of(counter("k".repeat(200), 1, 2, 3, 4))));
        parts.put("view-nothing", new Part(base + 12, base + 13, 0, 1, false, List.of()));
        return parts;
    }

    private static Counter counter(String key, long... numbers) {
        return new Counter(utf8(key), numbers);
    }
}
