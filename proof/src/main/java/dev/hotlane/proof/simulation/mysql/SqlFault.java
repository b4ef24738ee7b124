package dev.hotlane.proof.simulation.mysql;

import java.sql.SQLException;

/** What happens to one statement. */
public enum SqlFault {
    /** It runs. */
    NONE(0, null, null),
    /** The connection breaks before it runs; the server rolls back at once. */
    CONNECTION_LOST(0, "08S01", "Communications link failure"),
    /** The connection breaks and the server does not notice for a while: the transaction keeps its lock. */
    HALF_OPEN(0, "08S01", "Communications link failure, the server has not noticed"),
    /**
     * It runs, and the connection breaks before the answer. A COMMIT takes effect; any other statement is rolled back.
     */
    ANSWER_LOST(0, "08S01", "Communications link failure while waiting for the answer"),
    /**
     * For a COMMIT: the answer is lost, and the server commits later and holds the lock until then. Else as HALF_OPEN.
     */
    LATE(0, "08S01", "Communications link failure while waiting for a slow answer"),
    /** This statement alone is rolled back; the transaction goes on. */
    LOCK_TIMEOUT(1205, "40001", "Lock wait timeout exceeded; try restarting transaction"),
    /** The whole transaction is rolled back; the connection stays open. */
    DEADLOCK(1213, "40001", "Deadlock found when trying to get lock; try restarting transaction"),
    /** The server is set to reject writes. */
    READ_ONLY(1290, "HY000", "The MySQL server is running with the --super-read-only option"),
    /** This statement alone is rolled back; the transaction goes on. */
    TABLE_FULL(1114, "HY000", "The table is full"),
    /** The client's process ends before it runs; the server rolls back at once. */
    CLIENT_DIES(0, null, null),
    /** The same, and the server does not notice for a while. */
    CLIENT_DIES_UNNOTICED(0, null, null);

    private final int code;
    private final String state;
    private final String message;

    SqlFault(int code, String state, String message) {
        this.code = code;
        this.state = state;
        this.message = message;
    }

    SQLException exception() {
        return new SQLException(message, state, code);
    }

    /** Whether a COMMIT can end so; the others need a statement that takes locks or space. */
    public boolean fitsCommit() {
        return switch (this) {
            case LOCK_TIMEOUT, DEADLOCK, TABLE_FULL -> false;
            default -> true;
        };
    }
}
