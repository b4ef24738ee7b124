package dev.hotlane.processor.state;

import dev.hotlane.protocol.RecordKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.ExpandableArrayBuffer;

/**
 * What one record did: its reply, the counters it changed, its entry for the window. Everything downstream needs
 * travels in here, by value, so nobody reads the live state. Lives in a ring slot: written by the state thread, read
 * by the stages after it, overwritten a lap later.
 *
 * <p>A change is laid out as: hash, value, version, held, confirmed (int64 each, little-endian), key length (int32;
 * negative: removed), key bytes.
 */
public final class Effects {
    /**
     * A buffer that grew beyond this is cut back when its slot is used again: a large READ costs no memory for ever, and
     * a ring of 8,192 slots keeps 100 MB at most. The reply and the changes of 16 ops fit in.
     */
    private static final int KEEP_BYTES_MAX = 4 * 1024;

    private static final int CHANGE_HEADER = 5 * Long.BYTES + Integer.BYTES;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private ExpandableArrayBuffer reply = new ExpandableArrayBuffer(256);
    private byte[] changes = new byte[256];
    private byte[] windowEntry = new byte[128];
    private RecordKind kind;
    private boolean accepted;
    private int replyPartition;
    private int replyLength;
    private int changesLength;
    private int windowEntryLength;

    void reset(RecordKind newKind) {
        kind = newKind;
        accepted = false;
        replyLength = 0;
        changesLength = 0;
        windowEntryLength = 0;
        if (reply.capacity() > KEEP_BYTES_MAX) {
            reply = new ExpandableArrayBuffer(256);
        }
        if (changes.length > KEEP_BYTES_MAX) {
            changes = new byte[256];
        }
    }

    void accept() {
        accepted = true;
    }

    ExpandableArrayBuffer replyBuffer() {
        return reply;
    }

    void replied(int partition, int length) {
        replyPartition = partition;
        replyLength = length;
    }

    byte[] windowEntryBuffer(int length) {
        if (windowEntry.length < length) {
            windowEntry = new byte[length];
        }
        return windowEntry;
    }

    void remembered(int length) {
        windowEntryLength = length;
    }

    void change(byte[] key, int offset, int length, long hash, long value, long version, long held, long confirmed) {
        int at = header(length, hash, length);
        LONG.set(changes, at + 8, value);
        LONG.set(changes, at + 16, version);
        LONG.set(changes, at + 24, held);
        LONG.set(changes, at + 32, confirmed);
        System.arraycopy(key, offset, changes, at + CHANGE_HEADER, length);
    }

    void removal(byte[] key, int offset, int length, long hash) {
        int at = header(length, hash, -length);
        System.arraycopy(key, offset, changes, at + CHANGE_HEADER, length);
    }

    private int header(int keyLength, long hash, int signedLength) {
        int at = changesLength;
        changesLength = at + CHANGE_HEADER + keyLength;
        if (changesLength > changes.length) {
            changes = Arrays.copyOf(changes, Math.max(changesLength, changes.length * 2));
        }
        LONG.set(changes, at, hash);
        INT.set(changes, at + CHANGE_HEADER - Integer.BYTES, signedLength);
        return at;
    }

    /** Receives changes; the key is valid during the call. */
    public interface ChangeSink {
        /** Latest value of a counter. */
        void counter(
                byte[] key, int offset, int length, long hash, long value, long version, long held, long confirmed);

        /** The counter is no more. */
        void removed(byte[] key, int offset, int length, long hash);
    }

    /** Hands over the changes in the order they happened; a key may come more than once, the last word counts. */
    public void forEachChange(ChangeSink sink) {
        int at = 0;
        while (at < changesLength) {
            long hash = (long) LONG.get(changes, at);
            int signedLength = (int) INT.get(changes, at + CHANGE_HEADER - Integer.BYTES);
            int length = Math.abs(signedLength);
            int key = at + CHANGE_HEADER;
            if (signedLength < 0) {
                sink.removed(changes, key, length, hash);
            } else {
                sink.counter(
                        changes,
                        key,
                        length,
                        hash,
                        (long) LONG.get(changes, at + 8),
                        (long) LONG.get(changes, at + 16),
                        (long) LONG.get(changes, at + 24),
                        (long) LONG.get(changes, at + 32));
            }
            at = key + length;
        }
    }

    /** What the record was. */
    public RecordKind kind() {
        return kind;
    }

    /** Whether a TICK, LEAD, RESIGN or RULES took effect. */
    public boolean accepted() {
        return accepted;
    }

    /** Length of the Reply message (with its message header) in {@link #reply}, 0 for none. */
    public int replyLength() {
        return replyLength;
    }

    /** Partition of the reply topic it goes to. */
    public int replyPartition() {
        return replyPartition;
    }

    /** The Reply message, from index 0. */
    public byte[] reply() {
        return reply.byteArray();
    }

    /** The window entry's payload, from index 0. */
    public byte[] windowEntry() {
        return windowEntry;
    }

    /** Its length, 0 if the record left none. */
    public int windowEntryLength() {
        return windowEntryLength;
    }
}
