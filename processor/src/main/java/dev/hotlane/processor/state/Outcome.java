package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Verdict;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The outcome of a command, as the window and the checkpoint store it. A flyweight that reads an outcome in place, and
 * the layout to write one. Little-endian:
 *
 * <pre>
 *   0  8  id, first half            32  1  verdict
 *   8  8  id, second half           33  1  1 if the id has a time of its own, plus
 *  16  8  fingerprint                      2 if it is of a tenant
 *  24  8  log time when applied     34  1  refused: the op that failed (255: none); done: number of results,
 *                                          or HOLD, CREATED, COPY
 *  35  8  XXH64 of the tenant, if there is one
 *      .. refused: available, limit, retryAfterMs; results: per op value, value - previous, own sequence - version;
 *         all of them zigzag varints, as a retry brings the keys
 *         HOLD, CREATED: the image of a hold, told as it is, or as it was when created with its ops' results
 *         COPY: a sequence (int64) and the outcome that its record decided: what an ABANDON was told
 * </pre>
 */
final class Outcome {
    /** The outcome is the hold as it was then. */
    static final int HOLD = 255;

    /** The command created the hold. */
    static final int CREATED = 254;

    /** The outcome is a copy of another command's. */
    static final int COPY = 253;

    private static final int FINGERPRINT = 16;
    private static final int TIME = 24;
    private static final int VERDICT = 32;
    private static final int FLAGS = 33;
    private static final int COUNT = 34;
    private static final int TENANT = 35;
    private static final int HAS_TIME = 1;
    private static final int HAS_TENANT = 2;

    /** Most bytes before the numbers. */
    private static final int NUMBERS_MAX = TENANT + Long.BYTES;

    /** Most bytes of a result, or of a rejection: three varints of ten bytes. */
    private static final int RESULT_MAX = 3 * 10;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int start;
    private int numbers;
    private int at;
    private int end;
    private long sequence;

    /** Most bytes of the outcome of that number of ops, or of a rejection. */
    static int lengthMax(int ops) {
        return NUMBERS_MAX + Math.max(1, ops) * RESULT_MAX;
    }

    /** Bytes of an outcome that contains that number of bytes: an image, or another outcome. */
    static int lengthWith(int bytes) {
        return NUMBERS_MAX + Long.BYTES + bytes;
    }

    /** Whether the outcome at that place belongs to that id of that tenant. */
    static boolean is(byte[] bytes, int start, long tenant, long idHi, long idLo) {
        return idHi(bytes, start) == idHi && idLo(bytes, start) == idLo && tenant(bytes, start) == tenant;
    }

    /** The tenant's number, 0 for the empty one. */
    static long tenant(byte[] bytes, int start) {
        return (bytes[start + FLAGS] & HAS_TENANT) == 0 ? 0 : (long) LONG.get(bytes, start + TENANT);
    }

    static long idHi(byte[] bytes, int start) {
        return (long) LONG.get(bytes, start);
    }

    static long idLo(byte[] bytes, int start) {
        return (long) LONG.get(bytes, start + 8);
    }

    /** The later of the log time of its apply and the time inside its id. */
    static long keepTime(byte[] bytes, int start) {
        long time = (long) LONG.get(bytes, start + TIME);
        return (bytes[start + FLAGS] & HAS_TIME) == 0 ? time : Math.max(time, idHi(bytes, start) >>> 16);
    }

    /** Reads the outcome that starts there, decided by the record of {@code ownSequence}. */
    Outcome wrap(byte[] source, int offset, int length, long ownSequence) {
        bytes = source;
        start = offset;
        end = offset + length;
        sequence = ownSequence;
        numbers = start + ((bytes[start + FLAGS] & HAS_TENANT) == 0 ? TENANT : NUMBERS_MAX);
        at = numbers;
        return this;
    }

    /** Starts writing an outcome at that index of {@code target}. */
    Outcome begin(byte[] target, int offset, CommandId id, long fingerprint, long time, long ownSequence) {
        boolean hasTenant = id.tenant() != 0;
        boolean hasTime = id.time() != CommandId.NO_TIME;
        target[offset + FLAGS] = (byte) ((hasTime ? HAS_TIME : 0) | (hasTenant ? HAS_TENANT : 0));
        if (hasTenant) {
            LONG.set(target, offset + TENANT, id.tenant());
        }
        wrap(target, offset, 0, ownSequence);
        LONG.set(target, offset, id.hi());
        LONG.set(target, offset + 8, id.lo());
        LONG.set(target, offset + FINGERPRINT, fingerprint);
        LONG.set(target, offset + TIME, time);
        return this;
    }

    /** Writes the verdict OK; {@code count} results follow by {@link #putResult}. */
    void putDone(int count) {
        bytes[start + VERDICT] = (byte) Verdict.OK.code();
        bytes[start + COUNT] = (byte) count;
    }

    /** Writes the verdict OK and this hold, as it is or, if {@link #CREATED}, as it was at first. */
    void putHold(int how, HoldImage image) {
        putDone(how);
        System.arraycopy(image.bytes(), image.start(), bytes, at, image.length());
        at += image.length();
    }

    /** Writes a copy of another outcome. */
    void putCopy(Outcome told) {
        putDone(COPY);
        LONG.set(bytes, at, told.sequence);
        int length = told.end - told.start;
        System.arraycopy(told.bytes, told.start, bytes, at + Long.BYTES, length);
        at += Long.BYTES + length;
    }

    void putResult(long previous, long value, long version) {
        put(value);
        put(value - previous);
        put(sequence - version);
    }

    /** Writes a rejection and its reason. */
    void putRefused(Verdict verdict, int failedOp, long available, long limit, long retryAfterMs) {
        bytes[start + VERDICT] = (byte) verdict.code();
        bytes[start + COUNT] = (byte) failedOp;
        put(available);
        put(limit);
        put(retryAfterMs);
    }

    /** Completes the outcome, so that it can be read from its start. Returns its length. */
    int end() {
        end = at;
        at = numbers;
        return end - start;
    }

    /** Length of a complete outcome in bytes. */
    int length() {
        return end - start;
    }

    /** If it is a copy, wraps the copied outcome. */
    void turnToTold() {
        if (form() == COPY) {
            wrap(bytes, at + Long.BYTES, end - at - Long.BYTES, (long) LONG.get(bytes, at));
        }
    }

    /** The hold of the outcome; only for the forms that have one. */
    HoldImage hold(HoldImage image) {
        return image.wrap(bytes, numbers);
    }

    /** HOLD, CREATED or COPY; else 0. */
    int form() {
        return verdict() == Verdict.OK && count() >= COPY ? count() : 0;
    }

    long sequence() {
        return sequence;
    }

    long fingerprint() {
        return (long) LONG.get(bytes, start + FINGERPRINT);
    }

    long time() {
        return (long) LONG.get(bytes, start + TIME);
    }

    Verdict verdict() {
        return Verdict.of(bytes[start + VERDICT]);
    }

    /** Number of results if OK, else the op that failed. */
    int count() {
        return bytes[start + COUNT] & 0xFF;
    }

    /** Reads the next number; those of a result are value, difference to the previous value, sequence lag. */
    long next() {
        long raw = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = bytes[at++];
            raw |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return raw >>> 1 ^ -(raw & 1);
            }
        }
    }

    private void put(long number) {
        long raw = number << 1 ^ number >> 63;
        while ((raw & ~0x7FL) != 0) {
            bytes[at++] = (byte) (raw & 0x7F | 0x80);
            raw >>>= 7;
        }
        bytes[at++] = (byte) raw;
    }
}
