package dev.hotlane.processor.recover;

import dev.hotlane.flusher.Checkpoint;
import dev.hotlane.flusher.CheckpointSink;
import dev.hotlane.flusher.Cut;
import dev.hotlane.flusher.Identity;
import dev.hotlane.processor.flush.Cuts;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Refusal;
import dev.hotlane.processor.state.Meta;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Rules;

/** Fills an empty state from the checkpoint in MySQL and proves it by the digest. Used once, on the starting thread. */
public final class CheckpointLoad implements CheckpointSink {
    private final State state = new State();
    private final Identity expected;
    private Cut cut;

    private CheckpointLoad(Identity expected) {
        this.expected = expected;
    }

    /** The state as of the checkpoint, and its meta row. */
    public record Loaded(State state, Cut cut) {}

    /** @param expected the log that the checkpoint must belong to; looked at before a row is read */
    public static Loaded from(Checkpoint checkpoint, Identity expected) {
        CheckpointLoad load = new CheckpointLoad(expected);
        checkpoint.load(load);
        long digest = load.state.endLoad();
        boolean virgin = load.cut.nextOffset == 0 && load.cut.sequenceBase == 0;
        long named = virgin ? emptyDigest() : load.cut.digest;
        if (digest != named) {
            throw new Refusal(
                    ExitCode.DIGEST_MISMATCH,
                    String.format(
                            "the rows in MySQL have digest %016x, the meta row of offset %d names %016x: a row was"
                                    + " changed by hand, lost or restored from another time. Run `hotlane verify` for"
                                    + " the first difference; restore a whole backup or replay into an empty database",
                            digest, load.cut.nextOffset, named));
        }
        return new Loaded(load.state, load.cut);
    }

    @Override
    public void meta(Identity identity, long fenceEpoch, Cut stored) {
        belongs(identity);
        cut = new Cut().set(stored);
        Meta meta = Cuts.meta(cut);
        if (meta.rules != null && meta.rules.formatVersion() > Rules.KNOWN_FORMAT_MAX) {
            throw new Refusal(
                    ExitCode.UNKNOWN_RULES,
                    "the checkpoint at offset " + cut.nextOffset + " is under rules of format "
                            + meta.rules.formatVersion() + ", this build knows up to " + Rules.KNOWN_FORMAT_MAX
                            + ": start a newer build");
        }
        state.beginLoad(meta);
    }

    /** A virgin database's meta row is made by the flusher, which knows no digests. */
    private static long emptyDigest() {
        Meta empty = new Meta();
        new State().describe(empty);
        return empty.digest;
    }

    private void belongs(Identity stored) {
        if (!stored.clusterId().equals(expected.clusterId())) {
            throw new Refusal(
                    ExitCode.WRONG_CLUSTER,
                    "the checkpoint in MySQL belongs to Kafka cluster " + stored.clusterId() + ", found "
                            + expected.clusterId()
                            + ". Check bootstrap servers and database; they must be of one lane");
        }
        if (!stored.topicId().equals(expected.topicId())) {
            throw new Refusal(
                    ExitCode.TOPIC_RECREATED,
                    "the checkpoint in MySQL belongs to topic id " + stored.topicId()
                            + ", but the command topic is now "
                            + expected.topicId() + ": it was deleted and created again, its offsets mean other"
                            + " commands. Check the database, or re-anchor it to the new topic; starting over needs an"
                            + " empty database");
        }
    }

    @Override
    public void counter(byte[] key, long value, long version, long held, long confirmed) {
        state.loadCounter(key, value, version, held, confirmed);
    }

    @Override
    public void hold(long sequence, byte[] source, int offset, int length) {
        state.loadHold(source, offset);
    }

    @Override
    public void resolved(long resolvedSequence, byte[] source, int offset, int length) {
        state.loadHold(source, offset);
    }

    @Override
    public void packed(long sequence, byte[] source, int offset, int length) {
        state.loadWindowEntry(sequence, source, offset, length);
    }
}
