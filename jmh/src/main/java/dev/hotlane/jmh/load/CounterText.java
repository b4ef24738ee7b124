package dev.hotlane.jmh.load;

import java.nio.charset.StandardCharsets;

/** Numbers out of JSON of counters, without making objects of it. No state. */
public final class CounterText {
    /** What a missing number is. */
    public static final long NONE = -1;

    private static final byte[] KEY = "\"key\":\"key:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] VALUE = "\"value\":".getBytes(StandardCharsets.US_ASCII);

    private CounterText() {}

    /** The number in the first key of the form {@code key:0000000000000007}. */
    public static long key(byte[] in, int from, int to) {
        return after(KEY, in, from, to);
    }

    /** The first value. */
    public static long value(byte[] in, int from, int to) {
        return after(VALUE, in, from, to);
    }

    /** How many keys of that form there are. */
    public static int keys(byte[] in) {
        int keys = 0;
        for (int at = find(KEY, in, 0, in.length); at >= 0; at = find(KEY, in, at, in.length)) {
            keys++;
        }
        return keys;
    }

    private static long after(byte[] name, byte[] in, int from, int to) {
        int at = find(name, in, from, to);
        if (at < 0) {
            return NONE;
        }
        long number = 0;
        for (; at < to && in[at] >= '0' && in[at] <= '9'; at++) {
            number = number * 10 + in[at] - '0';
        }
        return number;
    }

    /** Just behind the first of them, or -1. */
    private static int find(byte[] part, byte[] in, int from, int to) {
        for (int i = from; i <= to - part.length; i++) {
            int same = 0;
            while (same < part.length && in[i + same] == part[same]) {
                same++;
            }
            if (same == part.length) {
                return i + same;
            }
        }
        return -1;
    }
}
