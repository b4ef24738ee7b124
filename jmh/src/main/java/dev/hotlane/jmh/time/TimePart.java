package dev.hotlane.jmh.time;

/** What `bench time` may measure. */
public enum TimePart {
    /** State files, `at`, `what-if`, `snapshot-ladder` and `history` on a log. */
    PAST,
    /** Rows of `hl_change` a second. */
    ROWS,
    /** The same number of updates of a system-versioned table of MariaDB, where it is installed. */
    MARIADB
}
