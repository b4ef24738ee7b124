package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.CommandShape;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.HoldState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One hold as bytes without references. They are stored in its row, in the checkpoint, and in the window with the
 * outcome of a command on it; their hash is the hold's part of the digest. A flyweight that reads an image in place and
 * changes its variable fields. Owned by one thread. Little-endian, each part padded with zeros to a multiple of eight:
 *
 * <pre>
 *   0  8  id, first half               72  1  state
 *   8  8  id, second half              73  1  bytes of the id
 *  16  8  fingerprint of its command   74  1  bytes of the owner
 *  24  8  sequence that created it     75  1  number of ops
 *  32  8  log time of that             76  4  0
 *  40  8  when it expires              80  .. id, owner as text
 *  48  8  when it expired at first     ..  per op: kind (0 check or take, 1 line, 2 line on a counter
 *  56  8  log time when resolved, or 0             that was absent), bytes of the key, 6 of 0; three int64:
 *  64  8  sequence that resolved it                line: quantity, remaining, confirmed; then the key
 *                                                  else: previous, value, version
 * </pre>
 */
public final class HoldImage {
    static final int NAMES = 80;
    static final int FINGERPRINT = 16;
    static final int CREATED_SEQUENCE = 24;
    static final int CREATED_AT = 32;
    static final int EXPIRES_AT = 40;
    static final int FIRST_EXPIRES_AT = 48;
    private static final int RESOLVED_AT = 56;
    private static final int RESOLVED_SEQUENCE = 64;
    static final int STATE = 72;
    static final int ID_LENGTH = 73;
    static final int OWNER_LENGTH = 74;
    static final int OP_COUNT = 75;
    static final int OP_HEADER = 32;
    static final int LINE = 1;
    static final int FRESH_LINE = 2;
    /** Bytes of the longest image. */
    static final int LENGTH_MAX = NAMES
            + padded(CommandId.LENGTH_MAX)
            + padded(CommandShape.OWNER_LENGTH_MAX)
            + CommandView.OPS_MAX * (OP_HEADER + padded(Op.KEY_LENGTH_MAX));

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int[] ops = new int[CommandView.OPS_MAX + 1];
    private byte[] own = new byte[512];
    private byte[] bytes = own;
    private int start;

    static int padded(int length) {
        return length + Long.BYTES - 1 & -Long.BYTES;
    }

    /** Reads the image that starts at {@code offset}; it must be complete. */
    public HoldImage wrap(byte[] source, int offset) {
        bytes = source;
        start = offset;
        int at = ownerOffset() + padded(ownerLength());
        int count = opCount();
        for (int i = 0; i < count; i++) {
            ops[i] = at;
            at += OP_HEADER + padded(bytes[at + 1] & 0xFF);
        }
        ops[count] = at;
        return this;
    }

    /** Returns this object's array, for an image of that length: fill it from index 0, then wrap it. */
    byte[] room(int length) {
        if (own.length < length) {
            own = new byte[LENGTH_MAX];
        }
        return own;
    }

    /** Resolves the hold by the record of that sequence. */
    void resolve(HoldState state, long time, long sequence) {
        bytes[start + STATE] = (byte) state.value();
        set(RESOLVED_AT, time);
        set(RESOLVED_SEQUENCE, sequence);
    }

    void expiresAt(long time) {
        set(EXPIRES_AT, time);
    }

    /** Sets the units of line i that a confirm keeps, with the sign of its quantity. */
    void confirmed(int i, long units) {
        LONG.set(bytes, ops[i] + 24, units);
    }

    /** The array that contains the image. */
    public byte[] bytes() {
        return bytes;
    }

    /** Start of the image in {@link #bytes}. */
    public int start() {
        return start;
    }

    /** Length in bytes, a multiple of eight. */
    public int length() {
        return ops[opCount()] - start;
    }

    long hash() {
        return Hash.of(bytes, start, length(), 0);
    }

    long idHi() {
        return get(0);
    }

    long idLo() {
        return get(8);
    }

    long fingerprint() {
        return get(FINGERPRINT);
    }

    /** Sequence of the record that created it. */
    public long createdSequence() {
        return get(CREATED_SEQUENCE);
    }

    /** Log time of its creation, epoch milliseconds. */
    public long createdAt() {
        return get(CREATED_AT);
    }

    /** Time of its expiry, epoch milliseconds of log time. */
    public long expiresAt() {
        return get(EXPIRES_AT);
    }

    /** Time of its expiry before any extension. */
    long firstExpiresAt() {
        return get(FIRST_EXPIRES_AT);
    }

    /** Log time of its resolution, 0 while it is open. */
    public long resolvedAt() {
        return get(RESOLVED_AT);
    }

    /** Sequence of the record that resolved it, 0 while it is open. */
    public long resolvedSequence() {
        return get(RESOLVED_SEQUENCE);
    }

    /** Number of its {@link HoldState}. */
    int state() {
        return bytes[start + STATE];
    }

    boolean isOpen() {
        return state() == HoldState.HELD.value();
    }

    /** Start of its id as text. */
    public int idOffset() {
        return start + NAMES;
    }

    /** Length of its id in bytes. */
    public int idLength() {
        return bytes[start + ID_LENGTH] & 0xFF;
    }

    /** Start of its owner. */
    public int ownerOffset() {
        return start + NAMES + padded(idLength());
    }

    /** Length of its owner in bytes, 0 for none. */
    public int ownerLength() {
        return bytes[start + OWNER_LENGTH] & 0xFF;
    }

    boolean equalTo(byte[] other, int offset, int length) {
        return Arrays.equals(bytes, start, start + length(), other, offset, offset + length);
    }

    boolean isOwnedBy(byte[] owner, int offset, int length) {
        int own = ownerOffset();
        return Arrays.equals(bytes, own, own + ownerLength(), owner, offset, offset + length);
    }

    /** Number of ops of its command. */
    public int opCount() {
        return bytes[start + OP_COUNT];
    }

    int lineCount() {
        int lines = 0;
        for (int i = 0; i < opCount(); i++) {
            lines += isLine(i) ? 1 : 0;
        }
        return lines;
    }

    /** Whether op i is a line; other ops kept no key. */
    public boolean isLine(int i) {
        return bytes[ops[i]] != 0;
    }

    /** Whether op i holds units of stock, not of a limit. */
    boolean isStock(int i) {
        return isLine(i) && quantity(i) > 0;
    }

    /** Whether the counter of line i was absent before it. */
    boolean isFresh(int i) {
        return bytes[ops[i]] == FRESH_LINE;
    }

    /** Start of the key of line i. */
    public int keyOffset(int i) {
        return ops[i] + OP_HEADER;
    }

    /** Length of the key of line i in bytes. */
    public int keyLength(int i) {
        return bytes[ops[i] + 1] & 0xFF;
    }

    /** Whether line i has that key. */
    boolean isOf(int i, byte[] key, int offset, int length) {
        int own = keyOffset(i);
        return keyLength(i) == length && Arrays.equals(bytes, own, own + length, key, offset, offset + length);
    }

    /** Units of stock that line i took or, negative, units of a limit that it used. */
    public long quantity(int i) {
        return (long) LONG.get(bytes, ops[i] + 8);
    }

    long remaining(int i) {
        return (long) LONG.get(bytes, ops[i] + 16);
    }

    long confirmed(int i) {
        return (long) LONG.get(bytes, ops[i] + 24);
    }

    /** The value before op i when the hold was created. */
    long previous(int i) {
        return isLine(i) ? remaining(i) + quantity(i) : quantity(i);
    }

    /** The counter's version after op i; its value was {@link #remaining}, also for a check or take. */
    long version(int i) {
        return isLine(i) ? createdSequence() : confirmed(i);
    }

    private long get(int field) {
        return (long) LONG.get(bytes, start + field);
    }

    private void set(int field, long value) {
        LONG.set(bytes, start + field, value);
    }
}
