package dev.hotlane.protocol;

/**
 * A command's id as numbers: 128 bits that stand for it in the window, and the time it carries if it is a UUIDv7
 * (RFC 9562, section 5.7: the first 48 bits are epoch milliseconds). A mutable flyweight; belongs to one thread.
 *
 * <p>A UUID in its canonical lower-case text is its own 128 bits; any other id (1..64 visible ASCII characters) is
 * hashed to 128 bits. Ids are compared as bytes: an upper-case UUID is another id.
 */
public final class CommandId {
    /** {@link #time} of an id that carries none. */
    public static final long NO_TIME = -1;

    /** Longest id, in bytes. */
    public static final int LENGTH_MAX = 64;

    private static final int UUID_LENGTH = 36;
    private static final long SECOND_SEED = 0x5DEECE66D1F2A3B7L;

    private long hi;
    private long lo;
    private long time;

    /**
     * Takes the id in; false if it is no id at all (null, empty, too long, or a character outside '!'..'~'): then all
     * numbers are 0, so nothing of the id before it is left.
     */
    public boolean parse(byte[] id) {
        hi = 0;
        lo = 0;
        time = NO_TIME;
        if (id == null || !isId(id, 0, id.length)) {
            return false;
        }
        if (id.length == UUID_LENGTH && parseUuid(id)) {
            return true;
        }
        hi = Hash.of(id, 0, id.length, 0);
        lo = Hash.of(id, 0, id.length, SECOND_SEED);
        return true;
    }

    /** Whether these bytes are an id: 1..64 visible ASCII characters. */
    public static boolean isId(byte[] bytes, int offset, int length) {
        if (length < 1 || length > LENGTH_MAX) {
            return false;
        }
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] < '!' || bytes[i] > '~') {
                return false;
            }
        }
        return true;
    }

    /** First half. */
    public long hi() {
        return hi;
    }

    /** Second half. */
    public long lo() {
        return lo;
    }

    /** What a reply carries as {@code idHash}, so a gateway knows it answers the right call: 0 for no record key. */
    public static long hashOf(byte[] recordKey) {
        return recordKey == null ? 0 : Hash.of(recordKey, 0, recordKey.length, 0);
    }

    /** Epoch milliseconds inside a UUIDv7, else {@link #NO_TIME}. */
    public long time() {
        return time;
    }

    private boolean parseUuid(byte[] id) {
        long first = 0;
        long second = 0;
        int digits = 0;
        for (int i = 0; i < UUID_LENGTH; i++) {
            if (i == 8 || i == 13 || i == 18 || i == 23) {
                if (id[i] != '-') {
                    return false;
                }
                continue;
            }
            int digit = digit(id[i]);
            if (digit < 0) {
                return false;
            }
            if (digits++ < 16) {
                first = first << 4 | digit;
            } else {
                second = second << 4 | digit;
            }
        }
        hi = first;
        lo = second;
        boolean version7 = (first >>> 12 & 0xF) == 7 && second >>> 62 == 2;
        time = version7 ? first >>> 16 : NO_TIME;
        return true;
    }

    private static int digit(byte character) {
        if (character >= '0' && character <= '9') {
            return character - '0';
        }
        return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
    }
}
