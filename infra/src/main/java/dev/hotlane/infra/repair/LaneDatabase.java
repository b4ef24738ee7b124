package dev.hotlane.infra.repair;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.processor.checkpoint.CheckpointLoad;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.Optional;

/** Checks whether a database belongs to a lane, and reads its offset. Any thread, blocking. */
final class LaneDatabase {
    private LaneDatabase() {}

    /**
     * Position of a database.
     *
     * @param cut its checkpoint; all 0 if it is empty
     * @param checkpoint the database
     * @param log that it belongs to; null if it is empty
     */
    record Found(Meta cut, Checkpoint checkpoint, Identity log) {
        /** First offset that is not in it. */
        long nextOffset() {
            return cut.nextOffset;
        }

        /** Added to an offset, gives the sequence. */
        long base() {
            return cut.sequenceBase;
        }

        /** Loads the state as of the checkpoint, an empty one from an empty database; rejects a damaged one. */
        State state() {
            try {
                return log == null
                        ? new State()
                        : CheckpointLoad.from(checkpoint, log).state();
            } catch (HaltReason e) {
                throw new RepairException(e.getMessage());
            }
        }
    }

    /** Rejects a database that belongs to another topic; an empty one has offset 0. */
    static Found find(KafkaConnection kafka, String lane, FlushSettings mysql) {
        Checkpoint checkpoint = new Checkpoint(mysql);
        Optional<CheckpointMeta> stored = checkpoint.meta();
        if (stored.isEmpty()) {
            return new Found(new Meta(), checkpoint, null);
        }
        Identity log = TopicAdmin.identity(kafka, lane);
        if (!stored.get().identity().equals(log)) {
            throw new RepairException("the database belongs to topic "
                    + stored.get().identity() + ", the command topic"
                    + " of lane " + lane + " is " + log + ": name the right database or the right lane; if the topic"
                    + " was deleted and created again, see `hotlane re-anchor`");
        }
        return new Found(stored.get().cut(), checkpoint, log);
    }
}
