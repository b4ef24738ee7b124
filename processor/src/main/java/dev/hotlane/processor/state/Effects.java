package dev.hotlane.processor.state;

import dev.hotlane.protocol.RecordKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.ExpandableArrayBuffer;

/**
 * What one record did: its reply, the counters and holds it changed, its entries for the window. It carries by value
 * everything that later stages need, so they never read the live state. Lives in a ring slot: written by the state
 * thread, read by the stages after it, overwritten a lap later.
 *
 * <p>Layout of a change: hash, value, version, held, confirmed (int64 each, little-endian), key length (int32;
 * negative: removed), key bytes. Layout of a hold: its event and the length of its image (int32 each), the image.
 */
public final class Effects {
    /** A larger buffer is cut back when its slot is reused: four buffers of 2,048 slots keep 32 MiB. */
    private static final int KEEP_BYTES_MAX = 4 * 1024;

    private static final byte[] NOTHING = {};
    private static final int HOLDS_MIN = 512;
    private static final int OPENED = 1;
    private static final int CHANGED = 2;
    private static final int RESOLVED = 3;
    private static final int HOLD_HEADER = 2 * Integer.BYTES;
    private static final int CHANGE_HEADER = 5 * Long.BYTES + Integer.BYTES;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** The values before each change; null unless a follower asked for them. */
    final ChangeTrace trace;

    private ExpandableArrayBuffer reply = new ExpandableArrayBuffer(256);
    private byte[] changes = new byte[256];
    private byte[] holds = NOTHING;
    private byte[] windowEntries = new byte[128];
    private RecordKind kind;
    private boolean accepted;
    boolean unheard;
    long replied;
    long flushed;
    private int replyPartition;
    private int replyLength;
    private int changesLength;
    private int holdsLength;
    private boolean grown;
    // An ABANDON leaves two entries, the target's and its own; any other record at most one.
    private int windowEntryCount;
    private int firstEntryEnd;
    private int secondEntryEnd;

    /** Effects without a trace. */
    public Effects() {
        this(null);
    }

    /** Effects with a trace, for a follower; null for none. */
    public Effects(ChangeTrace trace) {
        this.trace = trace;
    }

    void reset(RecordKind newKind) {
        if (trace != null) {
            trace.begin();
        }
        kind = newKind;
        accepted = false;
        replyLength = 0;
        changesLength = 0;
        holdsLength = 0;
        windowEntryCount = 0;
        firstEntryEnd = 0;
        secondEntryEnd = 0;
        if (grown) {
            cutBack();
        }
    }

    /** Runs only if a buffer grew: the buffers of a slot are far apart, and most are not used on every lap. */
    private void cutBack() {
        grown = false;
        if (reply.capacity() > KEEP_BYTES_MAX) {
            reply = new ExpandableArrayBuffer(256);
        }
        if (changes.length > KEEP_BYTES_MAX) {
            changes = new byte[256];
        }
        if (holds.length > KEEP_BYTES_MAX) {
            holds = NOTHING;
        }
        if (windowEntries.length > KEEP_BYTES_MAX) {
            windowEntries = new byte[128];
        }
    }

    /** Bytes of the counters and holds that the record changed, a measure of its work. */
    public int changedBytes() {
        return changesLength + holdsLength;
    }

    /** Set before a record is applied: if no caller waits for its reply any more, the record may have none. */
    public void unheard(boolean nobodyWaits) {
        unheard = nobodyWaits;
    }

    /** Accepts a control record if it had an effect. */
    void acceptIf(boolean hasEffect) {
        accepted |= hasEffect;
    }

    ExpandableArrayBuffer replyBuffer() {
        return reply;
    }

    void replied(int partition, int length) {
        replyPartition = partition;
        replyLength = length;
        grown |= length > KEEP_BYTES_MAX / 2;
    }

    /** Returns an array with space for one more window entry of that length, from {@link #windowEntriesLength} on. */
    byte[] windowEntryRoom(int length) {
        int needed = windowEntriesLength() + length;
        if (windowEntries.length < needed) {
            windowEntries = Arrays.copyOf(windowEntries, Math.max(needed, windowEntries.length * 2));
            grown = true;
        }
        return windowEntries;
    }

    int windowEntriesLength() {
        return secondEntryEnd;
    }

    void remembered(int length) {
        if (++windowEntryCount > 2) {
            throw new IllegalStateException("a record left a third window entry, at most 2 expected");
        }
        firstEntryEnd = secondEntryEnd == 0 ? length : firstEntryEnd;
        secondEntryEnd += length;
    }

    /** Adds a change: the counter as it is in that slot now. */
    void counter(Counters counters, int slot, byte[] key, int offset, int length, long hash) {
        boolean stands = counters.stands(slot);
        int at = header(length, hash, stands ? length : -length);
        if (stands) {
            LONG.set(changes, at + 8, counters.value(slot));
            LONG.set(changes, at + 16, counters.version(slot));
            LONG.set(changes, at + 24, counters.held(slot));
            LONG.set(changes, at + 32, counters.confirmed(slot));
        }
        System.arraycopy(key, offset, changes, at + CHANGE_HEADER, length);
    }

    void opened(HoldImage hold) {
        hold(OPENED, hold);
    }

    void changed(HoldImage hold) {
        hold(CHANGED, hold);
    }

    void resolved(HoldImage hold) {
        hold(RESOLVED, hold);
    }

    private void hold(int what, HoldImage image) {
        int at = holdsLength;
        int length = image.length();
        holdsLength = at + HOLD_HEADER + length;
        if (holdsLength > holds.length) {
            holds = Arrays.copyOf(holds, Math.max(Math.max(holdsLength, HOLDS_MIN), holds.length * 2));
            grown = true;
        }
        INT.set(holds, at, what);
        INT.set(holds, at + Integer.BYTES, length);
        System.arraycopy(image.bytes(), image.start(), holds, at + HOLD_HEADER, length);
    }

    /** Passes the events of holds to {@code sink} in their order, through {@code view}. */
    public void forEachHold(HoldImage view, HoldSink sink) {
        for (int at = 0; at < holdsLength; at += HOLD_HEADER + (int) INT.get(holds, at + Integer.BYTES)) {
            int what = (int) INT.get(holds, at);
            view.wrap(holds, at + HOLD_HEADER);
            if (what == OPENED) {
                sink.opened(view);
            } else if (what == CHANGED) {
                sink.changed(view);
            } else {
                sink.resolved(view);
            }
        }
    }

    private int header(int keyLength, long hash, int signedLength) {
        int at = changesLength;
        changesLength = at + CHANGE_HEADER + keyLength;
        if (changesLength > changes.length) {
            changes = Arrays.copyOf(changes, Math.max(changesLength, changes.length * 2));
            grown = true;
        }
        LONG.set(changes, at, hash);
        INT.set(changes, at + CHANGE_HEADER - Integer.BYTES, signedLength);
        return at;
    }

    /** Hash of the first change's key; 0 if there is no change. */
    public long firstChange() {
        return changesLength == 0 ? 0 : (long) LONG.get(changes, 0);
    }

    /** Passes the changes to {@code sink} in their order; of several changes of a key the last one counts. */
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

    /** Reads what most records write and read, only to bring it into the CPU cache. */
    public int touch() {
        return changes[0] + changes[CHANGE_HEADER] + windowEntries[0] + windowEntries[CHANGE_HEADER];
    }

    /** Kind of the record. */
    public RecordKind kind() {
        return kind;
    }

    /** Whether a TICK, LEAD, RESIGN or RULES took effect, or a SKIP made the state step over the record. */
    public boolean accepted() {
        return accepted;
    }

    /** Of a TICK that took effect: every reply below this offset is acknowledged to the leader. */
    public long replied() {
        return replied;
    }

    /** Of a TICK that took effect: the leader's flushed offset. */
    public long flushed() {
        return flushed;
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

    /** Number of window entries that it left. */
    public int windowEntryCount() {
        return windowEntryCount;
    }

    /** The array that holds the entries' payloads. */
    public byte[] windowEntries() {
        return windowEntries;
    }

    /** Start of entry i's payload. */
    public int windowEntryOffset(int i) {
        return i == 0 ? 0 : firstEntryEnd;
    }

    /** Length of entry i's payload. */
    public int windowEntryLength(int i) {
        return i == 0 ? firstEntryEnd : secondEntryEnd - firstEntryEnd;
    }
}
