package dev.hotlane.jmh.time;

/**
 * How much `bench time` measures with. Immutable.
 *
 * @param keys of the log and of MariaDB's table; the log's first commands touch each once
 * @param before commands before the first snapshot, keys at least
 * @param records commands behind the first snapshot
 * @param every records between two snapshots of the ladder, about
 * @param history records of the log when `history` reads it; no more are appended if it has them
 * @param rows of hl_change that are timed, behind a fifth as many that are not
 * @param updates of MariaDB's table
 */
public record PastSizes(int keys, int before, int records, int every, int history, int rows, int updates) {
    /** Rows that warm the projection up. */
    int warmRows() {
        return rows / 5;
    }

    /** Commands before the first snapshot: at least one for each key. */
    int firstCommands() {
        return Math.max(keys, before);
    }
}
