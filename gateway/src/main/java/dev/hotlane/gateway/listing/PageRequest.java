package dev.hotlane.gateway.listing;

import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.protocol.Op;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * A page of counters: the first {@code limit} whose key is in a range of bytes.
 *
 * @param from lowest key of the range
 * @param to lowest key beyond the range
 * @param limit most counters in the page
 */
public record PageRequest(byte[] from, byte[] to, int limit) {
    /** The query parameters. */
    public static final List<String> PARAMETERS = List.of("prefix", "cursor", "limit");

    private static final int LIMIT_MAX = 1_000;
    private static final int LIMIT_USUAL = 100;
    private static final byte[] NOTHING = {};

    /** Greater than every key, because UTF-8 has no such byte. */
    private static final byte[] BEYOND_ALL = {(byte) 0xFF};

    /** Reads the parameters; throws RequestRefused if they are not valid. */
    public static PageRequest of(Parameters parameters) {
        byte[] prefix = prefix(parameters);
        int limit = parameters.number("limit", 1, LIMIT_MAX, LIMIT_USUAL);
        String cursor = parameters.text("cursor");
        byte[] from = cursor == null ? prefix : after(cursor, prefix);
        return new PageRequest(from, beyond(prefix), limit);
    }

    /** The first {@code limit} counters whose key has this prefix. */
    public static PageRequest under(byte[] prefix, int limit) {
        return new PageRequest(prefix, beyond(prefix), limit);
    }

    /** The prefix of all keys of the list; 0 bytes if the caller names none. */
    public static byte[] prefix(Parameters parameters) {
        byte[] given = parameters.bytes("prefix", Op.KEY_LENGTH_MAX);
        return given == null ? NOTHING : given;
    }

    /** The smallest key after that of a cursor. */
    private static byte[] after(String cursor, byte[] prefix) {
        try {
            byte[] last = Base64.getUrlDecoder().decode(cursor);
            boolean fits = last.length >= prefix.length
                    && last.length <= Op.KEY_LENGTH_MAX
                    && Arrays.equals(last, 0, prefix.length, prefix, 0, prefix.length);
            if (fits) {
                return Arrays.copyOf(last, last.length + 1);
            }
        } catch (IllegalArgumentException e) {
            throw foreign();
        }
        throw foreign();
    }

    private static RuntimeException foreign() {
        return Parameters.fault("cursor", "give the cursor of the page before, and the same prefix as there");
    }

    /** The smallest bytes greater than all keys with this prefix. */
    static byte[] beyond(byte[] prefix) {
        if (prefix.length == 0) {
            return BEYOND_ALL;
        }
        byte[] beyond = prefix.clone();
        beyond[beyond.length - 1]++;
        return beyond;
    }

    /** The cursor of a page that ends with this key. */
    static String cursor(byte[] last) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(last);
    }
}
