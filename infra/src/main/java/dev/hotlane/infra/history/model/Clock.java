package dev.hotlane.infra.history.model;

/** The clock of the log, and who may push it. Belongs to one thread. */
final class Clock {
    private static final String NOBODY = "0".repeat(32);

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

    /** Of the reigning leader only; of anybody else it changes nothing. */
    void tick(Row tick, Rules rules) {
        if (tick.number("epoch") == epoch && leader.equals(tick.text("leader"))) {
            ceiling = tick.number("wallClock") + rules.tickSlack();
            lastTick = tick.number("offset");
        }
    }

    /** Accepted if it follows the reigning epoch and its sender knew of the leader's last sign of life. */
    void lead(Row lead) {
        long next = lead.number("epoch");
        if ((next == epoch + 1 || epochJumps && next > epoch) && lead.number("lastTick") >= lastTick) {
            epoch = next;
            epochJumps = false;
            leader = lead.text("leader");
        }
    }

    void resign(Row resign) {
        if (resign.number("epoch") == epoch && leader.equals(resign.text("leader"))) {
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
