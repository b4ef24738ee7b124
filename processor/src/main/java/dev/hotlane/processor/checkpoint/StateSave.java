package dev.hotlane.processor.checkpoint;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.State;
import dev.hotlane.processor.state.StateSink;
import dev.hotlane.protocol.Meta;
import java.util.Arrays;

/**
 * Passes a state to a receiver as a checkpoint: what {@link StateLoad} loads. The same state gives the same calls. For
 * followers only, as it takes seconds. The thread that owns the state.
 */
public final class StateSave implements StateSink {
    private final CheckpointSink out;
    private final OpenHold row = new OpenHold();

    private StateSave(CheckpointSink out) {
        this.out = out;
    }

    /**
     * Passes on the whole state. The fence epoch is the state's epoch. Returns the meta row.
     *
     * @param log the log whose records made the state
     * @param last the record before the state's next offset
     */
    public static Meta of(State state, Identity log, LastRecord last, CheckpointSink out) {
        Meta cut = new Meta();
        state.describe(cut);
        cut.lastLeaderEpoch = last.leaderEpoch();
        cut.lastTimestamp = last.timestamp();
        cut.lastCrc = last.checksum();
        out.meta(log, cut.epoch, cut);
        state.rows().save(new StateSave(out));
        return cut;
    }

    @Override
    public void counter(byte[] key, int length, long value, long version, long held, long confirmed) {
        out.counter(Arrays.copyOf(key, length), value, version, held, confirmed);
    }

    @Override
    public void open(HoldImage hold) {
        out.hold(HoldRow.of(hold, row));
    }

    @Override
    public void resolved(HoldImage hold) {
        out.resolved(hold.resolvedSequence(), hold.bytes(), hold.start(), hold.length());
    }

    @Override
    public void entry(long sequence, byte[] source, int offset, int length) {
        out.packed(sequence, source, offset, length);
    }
}
