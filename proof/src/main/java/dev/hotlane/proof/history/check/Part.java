package dev.hotlane.proof.history.check;

import java.nio.file.Path;

/**
 * The life of a lane with one command topic. Immutable.
 *
 * @param log dump of all of it, from its first record to its last
 * @param tables dump of MySQL at the end of that life: of the last part any offset will do, of an earlier one what the
 *     lane went on with when that log was lost
 */
public record Part(Path log, Path tables) {}
