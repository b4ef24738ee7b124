package dev.hotlane.proof.history.check;

import java.nio.file.Path;

/**
 * The time of a lane on one command topic. Immutable.
 *
 * @param log dump of the whole log, from its first record to its last
 * @param tables dump of MySQL: for the last part at any offset; for an earlier part as it was when that log was lost
 * @param events of the change feed; null if none followed the lane
 */
public record Part(Path log, Path tables, Path events) {
    /** Without a feed. */
    public Part(Path log, Path tables) {
        this(log, tables, null);
    }
}
