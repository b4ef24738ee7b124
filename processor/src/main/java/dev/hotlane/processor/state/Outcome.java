package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Verdict;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What a command came to, as the window and the checkpoint keep it: numbers only, a retry brings the keys. A flyweight
 * to read one in place, and the layout to write one. Little-endian:
 *
 * <pre>
 *   0  8  id, first half            35  ..  zigzag varints:
 *   8  8  id, second half                    done: per op value, value - previous, own sequence - version
 *  16  8  fingerprint                        refused: available, limit, retryAfterMs
 *  24  8  log time when applied
 *  32  1  verdict
 *  33  1  1 if the id carries its own time
 *  34  1  number of results, or the op that failed (255: none)
 * </pre>
 */
final class Outcome {
    private static final int FINGERPRINT = 16;
    private static final int TIME = 24;
    private static final int VERDICT = 32;
    private static final int TIMED = 33;
    private static final int COUNT = 34;
    private static final int NUMBERS = 35;

    /** Most bytes of a result, or of a refusal: three varints of ten bytes. */
    private static final int RESULT_MAX = 3 * 10;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int start;
    private int at;
    private long sequence;

    /** Most bytes that the outcome of so many ops takes. */
    static int lengthMax(int ops) {
        return NUMBERS + ops * RESULT_MAX;
    }

    /** Whether the outcome at that place belongs to that id. */
    static boolean is(byte[] bytes, int start, long idHi, long idLo) {
        return idHi(bytes, start) == idHi && idLo(bytes, start) == idLo;
    }

    static long idHi(byte[] bytes, int start) {
        return (long) LONG.get(bytes, start);
    }

    static long idLo(byte[] bytes, int start) {
        return (long) LONG.get(bytes, start + 8);
    }

    /** The later of the log time when it was applied and the time inside its id. */
    static long keepTime(byte[] bytes, int start) {
        long time = (long) LONG.get(bytes, start + TIME);
        return bytes[start + TIMED] == 0 ? time : Math.max(time, idHi(bytes, start) >>> 16);
    }

    /** Reads the outcome that starts there, decided by the record of {@code ownSequence}. */
    Outcome wrap(byte[] source, int offset, long ownSequence) {
        bytes = source;
        start = offset;
        at = offset + NUMBERS;
        sequence = ownSequence;
        return this;
    }

    /** Starts writing an outcome at index 0 of {@code target}. */
    Outcome begin(byte[] target, CommandId id, long fingerprint, long time, long ownSequence) {
        wrap(target, 0, ownSequence);
        LONG.set(target, 0, id.hi());
        LONG.set(target, 8, id.lo());
        LONG.set(target, FINGERPRINT, fingerprint);
        LONG.set(target, TIME, time);
        target[TIMED] = (byte) (id.time() == CommandId.NO_TIME ? 0 : 1);
        return this;
    }

    /** Writes that it was done; {@code count} results follow by {@link #putResult}. */
    void putDone(int count) {
        bytes[VERDICT] = (byte) Verdict.OK.code();
        bytes[COUNT] = (byte) count;
    }

    void putResult(long previous, long value, long version) {
        put(value);
        put(value - previous);
        put(sequence - version);
    }

    /** Writes that it was refused, and why. */
    void putRefused(Verdict verdict, int failedOp, long available, long limit, long retryAfterMs) {
        bytes[VERDICT] = (byte) verdict.code();
        bytes[COUNT] = (byte) failedOp;
        put(available);
        put(limit);
        put(retryAfterMs);
    }

    /** Bytes written or read so far. */
    int length() {
        return at - start;
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

    /** Number of results if done, else the op that failed. */
    int count() {
        return bytes[start + COUNT] & 0xFF;
    }

    /** The next number; of a result they come as value, difference to the previous value, sequence lag. */
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
