package dev.hotlane.proof.history.model;

import java.util.stream.Stream;

/** The clock of the log, and who may push it. Belongs to one thread. */
final class Clock {
    private static final String NOBODY = "0".repeat(32);
    private static final String MADE_UP = "0".repeat(16);

    private long logTime;
    private long ceiling;
    private long epoch;
    private boolean epochJumps;
    private String leader = NOBODY;
    private long lastTick = -1;

    /** How far the clock may go at a record of that time. */
    long goal(long recordTime) {
        return Math.max(logTime, Math.min(recordTime, ceiling));
    }

    void advance(long time) {
        logTime = Math.max(logTime, time);
    }

    /**
     * Of the reigning leader only, once rules are in force: it saw nothing beyond its own offset, no TICK that is newer
     * than the newest, and not another digest as of that one. Of anybody else it changes nothing.
     */
    void tick(TableRow tick, ReplayRules rules) {
        if (rules.version() > 0 && isOfLeader(tick) && isPast(tick) && !contradicts(tick)) {
            ceiling = Math.min(tick.number("wallClock"), Long.MAX_VALUE - rules.tickSlack()) + rules.tickSlack();
            lastTick = tick.number("offset");
        }
    }

    private boolean isOfLeader(TableRow record) {
        return record.number("epoch") == epoch && !NOBODY.equals(leader) && leader.equals(record.text("leader"));
    }

    private static boolean isPast(TableRow tick) {
        long own = tick.number("offset");
        return Stream.of("applied", "replied", "flushed").allMatch(seen -> tick.number(seen, 0) <= own);
    }

    /** This model works out no digests: one of zeros is wrong, which the strangers of the fault matrix write. */
    private boolean contradicts(TableRow tick) {
        long previous = tick.number("previousTick", -1);
        boolean comparable = previous == lastTick && lastTick >= 0;
        return previous > lastTick || comparable && MADE_UP.equals(tick.text("previousDigest"));
    }

    /** Accepted if it follows the reigning epoch and its sender knew of the leader's last sign of life. */
    void lead(TableRow lead) {
        long next = lead.number("epoch");
        boolean follows = epoch < Long.MAX_VALUE && (next == epoch + 1 || epochJumps && next > epoch);
        if (follows && lead.number("lastTick") == lastTick && !NOBODY.equals(lead.text("leader"))) {
            epoch = next;
            epochJumps = false;
            leader = lead.text("leader");
        }
    }

    void resign(TableRow resign) {
        if (isOfLeader(resign)) {
            leader = NOBODY;
        }
    }

    /** In another log nobody leads yet. How far the epoch jumped only its first LEAD tells; it must have risen. */
    void anchor() {
        leader = NOBODY;
        lastTick = -1;
        epochJumps = true;
    }

    long logTime() {
        return logTime;
    }

    long ceiling() {
        return ceiling;
    }

    long epoch() {
        return epoch;
    }

    String leader() {
        return leader;
    }

    long lastTick() {
        return lastTick;
    }
}
