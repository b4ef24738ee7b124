package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Op;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The rows of a state, one by one or in the order of a checkpoint. For followers, on the state's thread. */
public final class StateRows {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Counters counters;
    private final Holds holds;
    private final Window window;
    private final HoldImage image = new HoldImage();

    StateRows(Counters counters, Holds holds, Window window) {
        this.counters = counters;
        this.holds = holds;
        this.window = window;
    }

    /** Whether the state has exactly this hold. */
    public boolean has(byte[] source, int offset, int length) {
        int place = holds.find(new HoldImage().wrap(source, offset));
        return place != Holds.NONE && holds.read(place, image).equalTo(source, offset, length);
    }

    /** Whether the window has exactly this entry. */
    public boolean remembers(long sequence, byte[] payload, int offset, int length) {
        return window.holds(sequence, payload, offset, length);
    }

    /** Passes the rows of all counters to {@code sink}, in no order. */
    public void counters(CounterSink sink) {
        new EveryCounter(counters).forEach(sink);
    }

    /** Passes open holds by their creation, then resolved ones by their resolution. */
    public void holds(HoldRowSink sink) {
        saveHolds(sink);
    }

    /** Copies the hold of that id into {@code into}; false if there is none. */
    public boolean hold(CommandId id, HoldImage into) {
        int place = holds.find(id);
        if (place != Holds.NONE) {
            holds.read(place, into);
        }
        return place != Holds.NONE;
    }

    /** Whether the window or the holds have that id from a record before that sequence. */
    public boolean hasId(CommandId id, long before) {
        long entry = window.find(id.tenant(), id.hi(), id.lo());
        if (entry >= 0 && (long) LONG.get(window.page(entry), Window.position(entry)) < before) {
            return true;
        }
        int place = holds.find(id);
        return place != Holds.NONE && holds.rows.createdSequence(place) < before;
    }

    /** Passes all rows to {@code sink} in the order of a checkpoint. Takes seconds: for followers, never for a stage. */
    public void save(StateSink sink) {
        saveCounters(sink);
        saveHolds(sink);
        saveWindow(sink);
    }

    private void saveCounters(StateSink sink) {
        byte[] key = new byte[Op.KEY_LENGTH_MAX + Long.BYTES];
        for (int slot : new SlotOrder(counters).slots()) {
            sink.counter(
                    key,
                    counters.copyKey(slot, key),
                    counters.value(slot),
                    counters.version(slot),
                    counters.held(slot),
                    counters.confirmed(slot));
        }
    }

    /** The index gives open and resolved holds in no order; resolved ones are chained in theirs. */
    private void saveHolds(HoldRowSink sink) {
        long[] sequences = new long[holds.open()];
        int[] places = new int[holds.open()];
        int[] found = {0};
        holds.rows.index.forEach(place -> {
            if (holds.rows.resolvedSequence((int) place) == 0) {
                sequences[found[0]] = holds.rows.createdSequence((int) place);
                places[found[0]++] = (int) place;
            }
        });
        long[] ascending = sequences.clone();
        Arrays.sort(ascending);
        int[] ordered = new int[places.length];
        for (int i = 0; i < places.length; i++) {
            ordered[Arrays.binarySearch(ascending, sequences[i])] = places[i];
        }
        for (int place : ordered) {
            sink.open(holds.read(place, image));
        }
        int place = holds.oldestResolved;
        for (int left = holds.resolved(); left > 0; left--) {
            sink.resolved(holds.read(place, image));
            place = holds.rows.order(place) - 1;
        }
    }

    private void saveWindow(StateSink sink) {
        long place = window.head;
        for (int left = window.count(); left > 0; left--) {
            place = window.entryFrom(place);
            byte[] page = window.page(place);
            int at = Window.position(place);
            int length = Window.length(page, at);
            sink.entry((long) LONG.get(page, at), page, at + Window.HEADER, length);
            place += Window.HEADER + length;
        }
    }
}
