package dev.hotlane.proof.simulation;

import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.simulation.mysql.SqlFault;
import dev.hotlane.proof.simulation.mysql.SqlTables;
import dev.hotlane.protocol.Rules;

/** What is wrong at the moment with broker and MySQL, and how incidents make it so. */
final class SimFaults {
    private static final long MILLI = 1_000_000;
    private static final int FLAKY_WRITE_PERCENT = 12;
    private static final int FLAKY_READ_PERCENT = 2;
    private static final SqlFault[] FAULTS = SqlFault.values();
    /** After these the connection goes on: only who rolls back by himself is safe. */
    private static final SqlFault[] GENTLE = {SqlFault.LOCK_TIMEOUT, SqlFault.DEADLOCK, SqlFault.TABLE_FULL};

    private final World world;
    private long brokerAwayUntil;
    private long commitsLateUntil;
    private long brokerSkewMillis;
    private long mysqlAwayUntil;
    private long mysqlFlakyUntil;
    private long orphansEnd;
    private int dyingClient = World.OBSERVER;
    private int statementsToLive;
    private boolean commitUnknown;
    private SqlTables backup;
    private SqlTables oldest;
    private SqlTables filled;
    private int backupAt;

    SimFaults(World world) {
        this.world = world;
    }

    boolean brokerAway() {
        return world.now() < brokerAwayUntil;
    }

    boolean committingLate() {
        return world.now() < commitsLateUntil;
    }

    long brokerSkewMillis() {
        return brokerSkewMillis;
    }

    /** An incident that is not of one process. */
    void happen(Incident incident) {
        long until = world.now() + incident.much() * MILLI;
        switch (incident.what()) {
            case BROKER_AWAY -> brokerAwayUntil = until;
            case BROKER_COMMITS_LATE -> commitsLateUntil = until;
            case BROKER_CLOCK_JUMPS -> brokerSkewMillis = skew(incident);
            case MYSQL_AWAY -> {
                mysqlAwayUntil = until;
                world.mysql.stop();
            }
            case MYSQL_FLAKY -> mysqlFlakyUntil = until;
            case COMMIT_UNKNOWN -> commitUnknown = true;
            case MYSQL_RESTORED -> restore(incident.much());
            case PROCESSOR_CRASHES_IN_TRANSACTION -> {
                dyingClient = incident.whom();
                statementsToLive = incident.much() % 24;
            }
            case GARBAGE -> world.append(null, new byte[] {'j', 'u', 'n', 'k'}, new LogEntry.Garbage(), null);
            case NEWER_RULES -> {
                Rules newer = Numbers.newer(world.truth.rules().version());
                world.append(null, Encoder.rules(newer), new LogEntry.NewerRules(), null);
            }
            default -> throw new IllegalArgumentException("not of the weather: " + incident);
        }
    }

    /** Forward or backward, up to two seconds. */
    static long skew(Incident incident) {
        return (incident.much() & 1) == 0 ? incident.much() * 4L : -incident.much() * 4L;
    }

    /** One in three goes back to the first backup that held anything, and a snapshot is asked for right then. */
    private void restore(int which) {
        if (which % 3 == 1) {
            restore(filled);
            world.operator.snapshots.takeSnapshot();
        } else {
            restore(which % 3 == 0 ? oldest : backup);
        }
    }

    private void restore(SqlTables tables) {
        if (tables != null) {
            world.mysql.restore(tables);
            world.invariants.restored(tables);
        }
    }

    /** A backup is taken now and then, and one as soon as there is anything in it. */
    void backUp() {
        if (filled == null && world.invariants.flushed() > 0) {
            filled = world.mysql.committed();
        }
        boolean due = backup == null || world.now() - backupAt * MILLI > 300 * MILLI;
        if (due && world.invariants.flushed() >= 0) {
            backup = world.mysql.committed();
            oldest = oldest == null ? backup : oldest;
            backupAt = (int) (world.now() / MILLI);
        }
    }

    /** Whether MySQL came back, or noticed that clients are gone; false if nothing of that happened. */
    boolean change() {
        if (mysqlAwayUntil != 0 && world.now() >= mysqlAwayUntil) {
            mysqlAwayUntil = 0;
            world.mysql.start();
            return true;
        }
        if (!world.mysql.hasOrphans()) {
            orphansEnd = 0;
            return false;
        }
        if (orphansEnd == 0) {
            orphansEnd = world.now() + world.chance.below(300 * MILLI);
        } else if (world.now() >= orphansEnd) {
            orphansEnd = 0;
            world.mysql.endOrphans();
            return true;
        }
        return false;
    }

    /** What becomes of a statement. */
    SqlFault statement(int client, boolean commit, boolean write) {
        if (client == World.OBSERVER) {
            return SqlFault.NONE;
        } else if (client >= World.FIRST_READER) {
            boolean fails = world.now() < mysqlFlakyUntil && world.views.chance.percent(FLAKY_WRITE_PERCENT);
            return fails ? SqlFault.CONNECTION_LOST : SqlFault.NONE;
        }
        SqlFault fault = SqlFault.NONE;
        if (client == dyingClient && statementsToLive-- <= 0) {
            dyingClient = World.OBSERVER;
            fault = world.chance.percent(50) ? SqlFault.CLIENT_DIES : SqlFault.CLIENT_DIES_UNNOTICED;
        } else if (commit && commitUnknown) {
            commitUnknown = false;
            int drawn = world.chance.below(3);
            fault = drawn == 0 ? SqlFault.CONNECTION_LOST : drawn == 1 ? SqlFault.ANSWER_LOST : SqlFault.LATE;
        } else if (world.now() < mysqlFlakyUntil
                && world.chance.percent(commit || write ? FLAKY_WRITE_PERCENT : FLAKY_READ_PERCENT)) {
            fault = flaky(commit, write);
        }
        if (fault != SqlFault.NONE) {
            world.tally.count("MySQL faults");
            if (commit && fault != SqlFault.CONNECTION_LOST) {
                world.tally.count("commits of unknown outcome");
            }
        }
        return fault;
    }

    private SqlFault flaky(boolean commit, boolean write) {
        if (write && world.chance.percent(60)) {
            return GENTLE[world.chance.below(GENTLE.length)];
        }
        SqlFault fault = FAULTS[world.chance.below(FAULTS.length)];
        boolean fits = commit
                ? fault.fitsCommit()
                : write ? fault != SqlFault.LATE : fault == SqlFault.NONE || fault == SqlFault.CLIENT_DIES;
        return fits ? fault : SqlFault.CONNECTION_LOST;
    }

    /** From now on nothing goes wrong any more. */
    void heal() {
        brokerAwayUntil = 0;
        commitsLateUntil = 0;
        brokerSkewMillis = 0;
        mysqlFlakyUntil = 0;
        dyingClient = World.OBSERVER;
        commitUnknown = false;
        mysqlAwayUntil = Math.min(mysqlAwayUntil, world.now());
    }
}
