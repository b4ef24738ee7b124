package dev.hotlane.processor.checkpoint;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;

/** Fills a state from a checkpoint of a database or a file; {@link #prove} reports whether it is whole. One thread. */
public class StateLoad implements CheckpointSink {
    private final State state = new State();
    private Identity identity;
    private long fenceEpoch;
    private Meta cut;
    private final HoldImage image = new HoldImage();
    private final OpenHold byImage = new OpenHold();
    private String misread;

    /** Starts with an empty state. */
    public StateLoad() {}

    @Override
    public void meta(Identity stored, long fence, Meta found) {
        identity = stored;
        fenceEpoch = fence;
        cut = new Meta().set(found);
        state.beginLoad(cut);
    }

    @Override
    public void counter(byte[] key, long value, long version, long held, long confirmed) {
        state.loadCounter(key, value, version, held, confirmed);
    }

    @Override
    public void hold(OpenHold row) {
        HoldRow.of(image.wrap(row.bytes, row.image), byImage);
        if (misread == null && !row.readsAs(byImage)) {
            misread = "hl_hold shows " + row + " of a hold whose image has " + byImage;
        }
        state.loadHold(row.bytes, row.image);
    }

    @Override
    public void resolved(long sequence, byte[] source, int offset, int length) {
        state.loadHold(source, offset);
    }

    @Override
    public void packed(long sequence, byte[] source, int offset, int length) {
        state.loadWindowEntry(sequence, source, offset, length);
    }

    /** Ends loading. Null if the rows have the meta row's digest and each hold row fits its image; else the fault. */
    public String prove() {
        long digest = state.endLoad();
        long named = cut.digest;
        if (cut.nextOffset == 0 && cut.sequenceBase == 0) {
            // The flusher writes the meta row of an empty database, without a digest.
            Meta empty = new Meta();
            new State().describe(empty);
            named = empty.digest;
        }
        return digest == named
                ? misread
                : String.format(
                        "its rows have digest %016x, its meta row of offset %d names %016x",
                        digest, cut.nextOffset, named);
    }

    /** The loaded state; the replay continues from it. */
    public State state() {
        return state;
    }

    /** The log that the checkpoint belongs to. */
    public Identity identity() {
        return identity;
    }

    /** Fence epoch: the epoch of the process that may write to MySQL. */
    public long fenceEpoch() {
        return fenceEpoch;
    }

    /** The meta row. */
    public Meta cut() {
        return cut;
    }
}
