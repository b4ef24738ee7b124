package dev.hotlane.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/** Checks arguments before anything is sent. Each failure is an IllegalArgumentException with advice. */
final class Inputs {
    static final int OPS_MAX = 64;

    private static final int KEY_BYTES_MAX = 200;
    private static final Pattern ID = Pattern.compile("[!-~]{1,64}");

    private Inputs() {}

    static String key(String key) {
        return name("key", key);
    }

    static String owner(String owner) {
        return name("owner", owner);
    }

    static String prefix(String prefix) {
        return name("prefix", prefix);
    }

    private static String name(String what, String text) {
        if (text == null || text.isEmpty()) {
            throw new IllegalArgumentException("the " + what + " is empty: it needs 1 to 200 bytes of UTF-8");
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new IllegalArgumentException(
                        "the " + what + " has a lone surrogate at character " + i + ": use whole Unicode characters");
            }
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > KEY_BYTES_MAX) {
            throw new IllegalArgumentException("the " + what + " has " + bytes
                    + " bytes of UTF-8, at most 200 are allowed: shorten it, by a hash for instance");
        }
        return text;
    }

    static String id(String id) {
        if (id == null || !ID.matcher(id).matches()) {
            throw new IllegalArgumentException("the id " + id
                    + " is not 1 to 64 visible ASCII characters: use LaneClient.newId(), a UUID or an order number");
        }
        return id;
    }

    static String cursor(String cursor) {
        if (cursor == null || !cursor.matches("[A-Za-z0-9_-]{1,267}")) {
            throw new IllegalArgumentException(
                    "the cursor " + cursor + " is none: pass the one of the page before, unchanged");
        }
        return cursor;
    }

    static long positive(String what, long number) {
        if (number <= 0) {
            throw new IllegalArgumentException(what + " is " + number + ": it must be at least 1");
        }
        return number;
    }

    static long notNegative(String what, long number) {
        if (number < 0) {
            throw new IllegalArgumentException(what + " is " + number + ": it must be at least 0");
        }
        return number;
    }

    static int within(String what, int number, int max) {
        if (number < 1 || number > max) {
            throw new IllegalArgumentException(what + " is " + number + ": it must be 1 to " + max);
        }
        return number;
    }

    /** Whole milliseconds of a duration, at least 1; rounds down. */
    static long millis(String what, Duration duration) {
        long millis;
        try {
            millis = duration == null ? 0 : duration.toMillis();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    what + " is " + duration + ": it must fit into 64 bits of milliseconds", e);
        }
        if (millis <= 0) {
            throw new IllegalArgumentException(what + " is " + duration + ": it must be at least 1 ms");
        }
        return millis;
    }

    /** A wait, which must be 1 ms to 10 years. */
    static Duration duration(String what, Duration duration) {
        millis(what, duration);
        if (duration.toDays() > 3_650) {
            throw new IllegalArgumentException(what + " is " + duration + ": it must be at most 10 years");
        }
        return duration;
    }
}
