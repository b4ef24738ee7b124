package dev.hotlane.processor.checkpoint;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Rules;
import java.util.function.Consumer;

/** Fills an empty state from the checkpoint in MySQL, or rejects it. Used once, on the starting thread. */
public final class CheckpointLoad extends StateLoad {
    private final Identity expected;
    private final Consumer<Meta> begun;

    private CheckpointLoad(Identity expected, Consumer<Meta> begun) {
        this.expected = expected;
        this.begun = begun;
    }

    /** The state as of the checkpoint, and its meta row. */
    public record Loaded(State state, Meta cut) {}

    /**
     * Loads a checkpoint.
     *
     * @param expected the log that the checkpoint must belong to; compared before any other row is read
     */
    public static Loaded from(Checkpoint checkpoint, Identity expected) {
        return from(checkpoint, expected, cut -> {});
    }

    /**
     * Loads a checkpoint and passes its meta row to {@code begun} first.
     *
     * @param begun called with the meta row before any other row is read
     */
    public static Loaded from(Checkpoint checkpoint, Identity expected, Consumer<Meta> begun) {
        CheckpointLoad load = new CheckpointLoad(expected, begun);
        checkpoint.load(load);
        String differs = load.prove();
        if (differs != null) {
            throw new HaltReason(
                    ExitCode.DIGEST_MISMATCH,
                    "the checkpoint in MySQL is not whole: " + differs + ". A row was changed by hand, lost or restored"
                            + " from another time. Run `hotlane verify` for the first difference; restore a whole"
                            + " backup or replay into an empty database");
        }
        return new Loaded(load.state(), load.cut());
    }

    @Override
    public void meta(Identity stored, long fence, Meta found) {
        belongs(stored);
        Rules rules = found.rulesInForce();
        if (rules != null && rules.formatVersion() > Rules.KNOWN_FORMAT_MAX) {
            throw new HaltReason(
                    ExitCode.UNKNOWN_RULES,
                    "the checkpoint at offset " + found.nextOffset + " is under rules of format "
                            + rules.formatVersion() + ", this build reads up to " + Rules.KNOWN_FORMAT_MAX
                            + ": start a newer build");
        }
        super.meta(stored, fence, found);
        begun.accept(found);
    }

    private void belongs(Identity stored) {
        if (!stored.clusterId().equals(expected.clusterId())) {
            throw new HaltReason(
                    ExitCode.WRONG_CLUSTER,
                    "the checkpoint in MySQL belongs to Kafka cluster " + stored.clusterId() + ", found "
                            + expected.clusterId()
                            + ". Check bootstrap servers and database; they must be of one lane");
        }
        if (!stored.topicId().equals(expected.topicId())) {
            throw new HaltReason(
                    ExitCode.TOPIC_RECREATED,
                    "the checkpoint in MySQL belongs to topic id " + stored.topicId()
                            + ", but the command topic is now "
                            + expected.topicId() + ": it was deleted and created again, its offsets mean other"
                            + " commands. Check the database, or re-anchor it to the new topic; starting over needs an"
                            + " empty database");
        }
    }
}
