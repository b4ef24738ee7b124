package dev.hotlane.infra.repair;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import java.util.Optional;

/** Checks whether a database belongs to a lane, and reads its offset. Any thread, blocking. */
final class LaneDatabase {
    private LaneDatabase() {}

    /**
     * Position of a database.
     *
     * @param nextOffset first offset that is not in it
     * @param base added to an offset, gives the sequence
     */
    record Found(long nextOffset, long base) {}

    /** Rejects a database that belongs to another topic; an empty one has offset 0. */
    static Found find(String bootstrapServers, String lane, FlushSettings mysql) {
        Optional<CheckpointMeta> stored = new Checkpoint(mysql).meta();
        if (stored.isEmpty()) {
            return new Found(0, 0);
        }
        Identity log = TopicAdmin.identity(bootstrapServers, lane);
        if (!stored.get().identity().equals(log)) {
            throw new RepairException("the database belongs to topic "
                    + stored.get().identity() + ", the command topic"
                    + " of lane " + lane + " is " + log + ": name the right database or the right lane; if the topic"
                    + " was deleted and created again, see `hotlane re-anchor`");
        }
        return new Found(stored.get().cut().nextOffset, stored.get().cut().sequenceBase);
    }
}
