package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.sbe.HoldState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One hold as bytes without references. They are stored in its row, in the checkpoint, and in the window with the
 * outcome of a command on it; their hash is the hold's part of the digest. A flyweight that reads an image in place and
 * changes its variable fields. Owned by one thread; {@link HoldLayout} says where its
 * parts are.
 */
public final class HoldImage {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int[] ops = new int[CommandView.OPS_MAX + 1];
    private byte[] own = new byte[512];
    private byte[] bytes = own;
    private int start;

    /** Reads the image that starts at {@code offset}; it must be complete. */
    public HoldImage wrap(byte[] source, int offset) {
        bytes = source;
        start = offset;
        int at = ownerOffset() + HoldLayout.padded(ownerLength());
        int count = opCount();
        for (int i = 0; i < count; i++) {
            ops[i] = at;
            at += HoldLayout.OP_HEADER + HoldLayout.padded(bytes[at + 1] & 0xFF);
        }
        ops[count] = at;
        return this;
    }

    /** Returns this object's array, for an image of that length: fill it from index 0, then wrap it. */
    byte[] room(int length) {
        if (own.length < length) {
            own = new byte[HoldLayout.LENGTH_MAX];
        }
        return own;
    }

    /** Resolves the hold by the record of that sequence. */
    void resolve(HoldState state, long time, long sequence) {
        bytes[start + HoldLayout.STATE] = (byte) state.value();
        set(HoldLayout.RESOLVED_AT, time);
        set(HoldLayout.RESOLVED_SEQUENCE, sequence);
    }

    void expiresAt(long time) {
        set(HoldLayout.EXPIRES_AT, time);
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

    /** Its tenant's number, 0 for the empty one. */
    long tenant() {
        return tenantLength() == 0 ? 0 : get(HoldLayout.NAMES);
    }

    long fingerprint() {
        return get(HoldLayout.FINGERPRINT);
    }

    /** Sequence of the record that created it. */
    public long createdSequence() {
        return get(HoldLayout.CREATED_SEQUENCE);
    }

    /** Log time of its creation, epoch milliseconds. */
    public long createdAt() {
        return get(HoldLayout.CREATED_AT);
    }

    /** Time of its expiry, epoch milliseconds of log time. */
    public long expiresAt() {
        return get(HoldLayout.EXPIRES_AT);
    }

    /** Time of its expiry before any extension. */
    long firstExpiresAt() {
        return get(HoldLayout.FIRST_EXPIRES_AT);
    }

    /** Log time of its resolution, 0 while it is open. */
    public long resolvedAt() {
        return get(HoldLayout.RESOLVED_AT);
    }

    /** Sequence of the record that resolved it, 0 while it is open. */
    public long resolvedSequence() {
        return get(HoldLayout.RESOLVED_SEQUENCE);
    }

    /** Number of its {@link HoldState}. */
    public int state() {
        return bytes[start + HoldLayout.STATE];
    }

    boolean isOpen() {
        return state() == HoldState.HELD.value();
    }

    /** Start of its tenant. */
    public int tenantOffset() {
        return start + HoldLayout.NAMES + Long.BYTES;
    }

    /** Length of its tenant in bytes, 0 for the empty one. */
    public int tenantLength() {
        return bytes[start + HoldLayout.TENANT_LENGTH];
    }

    /** Start of its id as text. */
    public int idOffset() {
        return start + HoldLayout.NAMES + HoldLayout.lengthOfTenant(tenantLength());
    }

    /** Length of its id in bytes. */
    public int idLength() {
        return bytes[start + HoldLayout.ID_LENGTH] & 0xFF;
    }

    /** Start of its owner. */
    public int ownerOffset() {
        return idOffset() + HoldLayout.padded(idLength());
    }

    /** Length of its owner in bytes, 0 for none. */
    public int ownerLength() {
        return bytes[start + HoldLayout.OWNER_LENGTH] & 0xFF;
    }

    boolean equalTo(byte[] other, int offset, int length) {
        return Arrays.equals(bytes, start, start + length(), other, offset, offset + length);
    }

    /** Whether a command on it names its owner, or none. */
    boolean isFor(CommandView command) {
        int length = command.ownerLength();
        return length == 0 || isOwnedBy(command.bytes(), command.ownerOffset(), length);
    }

    /** Whether a read of it names its owner, or none. */
    boolean isFor(ReadView read) {
        int length = read.ownerLength();
        return length == 0 || isOwnedBy(read.bytes(), read.ownerOffset(), length);
    }

    private boolean isOwnedBy(byte[] owner, int offset, int length) {
        int own = ownerOffset();
        return Arrays.equals(bytes, own, own + ownerLength(), owner, offset, offset + length);
    }

    /** Number of ops of its command. */
    public int opCount() {
        return bytes[start + HoldLayout.OP_COUNT];
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
    public boolean isStock(int i) {
        return isLine(i) && quantity(i) > 0;
    }

    /** Whether the counter of line i was absent before it. */
    boolean isFresh(int i) {
        return bytes[ops[i]] == HoldLayout.FRESH_LINE;
    }

    /** Start of the key of line i. */
    public int keyOffset(int i) {
        return ops[i] + HoldLayout.OP_HEADER;
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

    /** Units of line i that a confirm kept, with the sign of its quantity. */
    public long confirmed(int i) {
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
