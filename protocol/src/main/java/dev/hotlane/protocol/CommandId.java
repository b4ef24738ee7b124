package dev.hotlane.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A command's id as numbers: the 128 bits that represent it in the window, the time in a UUIDv7 (RFC 9562, section 5.7:
 * the first 48 bits are epoch milliseconds), and the tenant whose id it is. Two tenants may use the same id: a lookup
 * compares all three numbers. A mutable flyweight; belongs to one thread.
 *
 * <p>A UUID in its canonical text, in lower case, upper case or both, is its own 128 bits: RFC 9562 lets a reader
 * ignore case, and some platforms write capitals. Any other id (1..64 visible ASCII characters) is hashed to 128 bits,
 * byte by byte.
 */
public final class CommandId {
    /** {@link #time} of an id without a time. */
    public static final long NO_TIME = -1;

    /** Longest id, in bytes. */
    public static final int LENGTH_MAX = 64;

    private static final int UUID_LENGTH = 36;
    private static final byte[] NOTHING = {};
    private static final long SECOND_SEED = 0x5DEECE66D1F2A3B7L;

    /** Big-endian, so that the first character is the most significant digit. */
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** The value 1 in each of the eight bytes of a long. */
    private static final long EACH = 0x0101010101010101L;

    private long hi;
    private long lo;
    private long time;
    private long tenant;
    private int tenantLength;

    /**
     * Parses the record key of a COMMAND: an id, or a tenant, a space and an id. Returns false for any other; all bits are
     * then 0.
     */
    public boolean parseKey(byte[] recordKey) {
        if (parse(recordKey)) {
            return true;
        }
        int space = recordKey == null ? 0 : separator(recordKey);
        if (space < 1 || !parse(recordKey, space + 1, recordKey.length - space - 1)) {
            hi = 0;
            lo = 0;
            time = NO_TIME;
            return false;
        }
        tenant = Sender.tenantHash(recordKey, 0, space);
        tenantLength = space;
        return true;
    }

    /** Position of the space after a tenant, or -1. */
    private static int separator(byte[] key) {
        int most = Math.min(key.length, Sender.TENANT_LENGTH_MAX + 1);
        for (int i = 0; i < most; i++) {
            if (key[i] == Sender.SEPARATOR) {
                return Sender.isTenant(key, 0, i) ? i : -1;
            }
        }
        return -1;
    }

    /**
     * Parses an id of the empty tenant. Returns false for an invalid one (null, empty, too long, or with a character
     * outside '!'..'~'). All bits are then 0 and the time is {@link #NO_TIME}, so nothing of the previous id is left.
     */
    public boolean parse(byte[] id) {
        return id == null ? parse(NOTHING, 0, 0) : parse(id, 0, id.length);
    }

    /** Like {@link #parse(byte[])}, for an id that is a range of {@code bytes}. */
    public boolean parse(byte[] bytes, int offset, int length) {
        hi = 0;
        lo = 0;
        time = NO_TIME;
        tenant = 0;
        tenantLength = 0;
        if (length == UUID_LENGTH && parseUuid(bytes, offset)) {
            return true;
        }
        if (!isId(bytes, offset, length)) {
            return false;
        }
        hi = Hash.of(bytes, offset, length, 0);
        lo = Hash.of(bytes, offset, length, SECOND_SEED);
        return true;
    }

    /** Like {@link #parse(byte[], int, int)}, for an id of the tenant of that number. */
    public boolean parse(byte[] bytes, int offset, int length, long ofTenant) {
        boolean parsed = parse(bytes, offset, length);
        tenant = ofTenant;
        return parsed;
    }

    /** Whether these bytes are a valid id: 1..64 visible ASCII characters. */
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

    /** First half of the 128 bits. */
    public long hi() {
        return hi;
    }

    /** Second half of the 128 bits. */
    public long lo() {
        return lo;
    }

    /** The tenant's number, {@link Sender#tenantHash}: 0 for the empty one. */
    public long tenant() {
        return tenant;
    }

    /** Number of bytes of the tenant at the start of the record key, 0 for the empty one; after {@link #parseKey} only. */
    public int tenantLength() {
        return tenantLength;
    }

    /** Start of the id in its record key; after {@link #parseKey} only. */
    public int idOffset() {
        return tenantLength == 0 ? 0 : tenantLength + 1;
    }

    /** Whether it is the same id of the same tenant. */
    public boolean equalTo(CommandId other) {
        return hi == other.hi && lo == other.lo && tenant == other.tenant;
    }

    /** The {@code idHash} of a reply, by which a gateway checks that it belongs to the call; 0 without a record key. */
    public static long hashOf(byte[] recordKey) {
        return recordKey == null ? 0 : Hash.of(recordKey, 0, recordKey.length, 0);
    }

    /** Epoch milliseconds in a UUIDv7, else {@link #NO_TIME}. */
    public long time() {
        return time;
    }

    private boolean parseUuid(byte[] id, int at) {
        long a = number((long) LONG.get(id, at));
        long b = number(join((int) INT.get(id, at + 9), (int) INT.get(id, at + 14)));
        long c = number(join((int) INT.get(id, at + 19), (int) INT.get(id, at + 24)));
        long d = number((long) LONG.get(id, at + 28));
        if ((a | b | c | d) < 0
                || id[at + 8] != '-'
                || id[at + 13] != '-'
                || id[at + 18] != '-'
                || id[at + 23] != '-') {
            return false;
        }
        hi = a << 32 | b;
        lo = c << 32 | d;
        boolean version7 = (hi >>> 12 & 0xF) == 7 && lo >>> 62 == 2;
        time = version7 ? hi >>> 16 : NO_TIME;
        return true;
    }

    private static long join(int first, int second) {
        return (long) first << 32 | second & 0xFFFFFFFFL;
    }

    /** The number written by eight hexadecimal digits, in either case, or -1; checks all eight at once. */
    private static long number(long characters) {
        // Adding 0x80 - x sets the top bit of a byte >= x; a byte whose top bit was set before is not ASCII.
        long digits = characters + (0x80 - '0') * EACH & ~(characters + (0x80 - '9' - 1) * EACH);
        // Sets bit 0x20 of each byte that has 0x40: only 'A' to 'F' and 'a' to 'f' result in 'a' to 'f'.
        long small = characters | (characters >>> 1 & 0x20 * EACH);
        long letters = small + (0x80 - 'a') * EACH & ~(small + (0x80 - 'f' - 1) * EACH);
        if (((digits | letters) & ~characters & 0x80 * EACH) != 0x80 * EACH) {
            return -1;
        }
        long nibbles = (characters & 0x0F * EACH) + 9 * (characters >>> 6 & EACH);
        long bytes = (nibbles | nibbles >>> 4) & 0x00FF00FF00FF00FFL;
        long shorts = (bytes | bytes >>> 8) & 0x0000FFFF0000FFFFL;
        return (shorts | shorts >>> 16) & 0xFFFFFFFFL;
    }
}
