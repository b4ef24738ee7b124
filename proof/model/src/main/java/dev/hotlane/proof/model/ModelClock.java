package dev.hotlane.proof.model;

import dev.hotlane.proof.model.LogEntry.Leader;

/** Log time, and who may advance it. Belongs to one thread. */
final class ModelClock {
    private long time;
    private long recordTime;
    private long ceiling;
    private long target;
    private long epoch;
    private boolean epochJumps;
    private long lastTick = -1;
    private Leader leader = Leader.NOBODY;

    /** A TICK of the reigning leader raises the ceiling. Returns false for any other, which changes nothing. */
    boolean tick(LogEntry.Tick tick, LogEntry.Numbers rules, long offset) {
        boolean counts = rules != null && leads(tick.leader(), tick.epoch()) && tick.seen() <= offset;
        if (!counts || contradicts(tick)) {
            return false;
        }
        ceiling = Math.min(tick.wallClock(), Long.MAX_VALUE - rules.slack()) + rules.slack();
        lastTick = offset;
        return true;
    }

    /** A TICK newer than the newest is not there; the digest of an older one is not compared. */
    private boolean contradicts(LogEntry.Tick tick) {
        return tick.previous() > lastTick || lastTick >= 0 && tick.previous() == lastTick && tick.wrong();
    }

    private boolean leads(Leader who, long inEpoch) {
        return inEpoch == epoch && !who.equals(Leader.NOBODY) && who.equals(leader);
    }

    /** Accepted if it follows the reigning epoch and names the newest TICK. */
    boolean lead(LogEntry.Lead lead) {
        long next = lead.epoch();
        boolean follows = epoch < Long.MAX_VALUE && (next == epoch + 1 || epochJumps && next > epoch);
        boolean accepted =
                follows && lead.lastTick() == lastTick && !lead.leader().equals(Leader.NOBODY);
        if (accepted) {
            epoch = next;
            epochJumps = false;
            leader = lead.leader();
        }
        return accepted;
    }

    boolean resign(LogEntry.Resign resign) {
        boolean accepted = leads(resign.leader(), resign.epoch());
        leader = accepted ? Leader.NOBODY : leader;
        return accepted;
    }

    /** In another log nobody leads yet. Its first LEAD names the new epoch, which must be above the old one. */
    void anchor() {
        leader = Leader.NOBODY;
        lastTick = -1;
        epochJumps = true;
    }

    /** A record has that append time, but passes no time. */
    void stamp(long stamp) {
        recordTime = stamp;
    }

    /** A record with that append time allows log time to come to the target. */
    void aim(long stamp) {
        recordTime = stamp;
        target = Math.max(time, Math.min(stamp, ceiling));
    }

    void advance(long to) {
        time = Math.max(time, to);
    }

    /** Log time; before it has begun, the append time of the record at hand. */
    long now() {
        return time == 0 ? recordTime : time;
    }

    /** The greater of log time and the append time of the record at hand. */
    long latest() {
        return Math.max(time, recordTime);
    }

    long time() {
        return time;
    }

    long target() {
        return target;
    }

    long ceiling() {
        return ceiling;
    }

    long epoch() {
        return epoch;
    }

    long lastTick() {
        return lastTick;
    }

    Leader leader() {
        return leader;
    }
}
