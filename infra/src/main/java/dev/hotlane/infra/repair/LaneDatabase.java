package dev.hotlane.infra.repair;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.protocol.Meta;
import java.util.Optional;

/** Checks whether a database belongs to a lane, and reads its offset. Any thread, blocking. */
final class LaneDatabase {
    private LaneDatabase() {}

    /**
     * Position of a database.
     *
     * @param cut its checkpoint; all 0 if it is empty
     */
    record Found(Meta cut) {
        /** First offset that is not in it. */
        long nextOffset() {
            return cut.nextOffset;
        }

        /** Added to an offset, gives the sequence. */
        long base() {
            return cut.sequenceBase;
        }
    }

    /** Rejects a database that belongs to another topic; an empty one has offset 0. */
    static Found find(String bootstrapServers, String lane, FlushSettings mysql) {
        Optional<CheckpointMeta> stored = new Checkpoint(mysql).meta();
        if (stored.isEmpty()) {
            return new Found(new Meta());
        }
        Identity log = TopicAdmin.identity(bootstrapServers, lane);
        if (!stored.get().identity().equals(log)) {
            throw new RepairException("the database belongs to topic "
                    + stored.get().identity() + ", the command topic"
                    + " of lane " + lane + " is " + log + ": name the right database or the right lane; if the topic"
                    + " was deleted and created again, see `hotlane re-anchor`");
        }
        return new Found(stored.get().cut());
    }
}
