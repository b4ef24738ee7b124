package dev.hotlane.processor.state;

import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.sbe.LeadDecoder;
import dev.hotlane.protocol.sbe.ResignDecoder;
import dev.hotlane.protocol.sbe.TickDecoder;

/**
 * The leader according to the log, and the log clock that the leader's TICKs advance. Owned by the state thread.
 *
 * <p>T = max(T, min(record time, ceiling)), ceiling = wall clock of the reigning leader's last TICK + slack: the
 * broker's clock and the leader's must agree for T to advance, and it never goes back.
 */
final class Leadership {
    private long epoch;
    private long leaderHi;
    private long leaderLo;
    private long lastTick = -1;
    private long lastTickDigest;
    private long logTime;
    private long ceiling;
    private DivergenceException contradiction;

    void load(Meta meta) {
        epoch = meta.epoch;
        leaderHi = meta.leaderHi;
        leaderLo = meta.leaderLo;
        lastTick = meta.lastTick;
        lastTickDigest = meta.lastTickDigest;
        logTime = meta.logTime;
        ceiling = meta.ceiling;
    }

    void describe(Meta meta) {
        meta.epoch = epoch;
        meta.leaderHi = leaderHi;
        meta.leaderLo = leaderLo;
        meta.lastTick = lastTick;
        meta.lastTickDigest = lastTickDigest;
        meta.logTime = logTime;
        meta.ceiling = ceiling;
    }

    /** Starts another log: no process leads, and none has sent a TICK. */
    void anchor(long newEpoch) {
        epoch = newEpoch;
        leaderHi = 0;
        leaderLo = 0;
        lastTick = -1;
        lastTickDigest = 0;
    }

    /**
     * Whether a TICK takes effect: rules are in force, it names the reigning leader, the offsets in it are not beyond
     * its own, and it does not contradict this state. If so, its clock sets the ceiling.
     */
    boolean follows(TickDecoder tick, long offset, Rules rules) {
        boolean reigning = rules != null && accepts(tick, offset);
        contradiction = reigning ? contradiction(tick, offset) : null;
        boolean counts = reigning && contradiction == null;
        if (counts) {
            long slack = rules.tickSlackMs();
            ceiling = Math.min(tick.wallClock(), Long.MAX_VALUE - slack) + slack;
        }
        return counts;
    }

    /** The ceiling after a TICK, if it takes effect as in {@link #follows}; changes nothing. */
    long ceilingAfter(TickDecoder tick, long offset, Rules rules) {
        boolean counts = rules != null && accepts(tick, offset) && contradiction(tick, offset) == null;
        long slack = counts ? rules.tickSlackMs() : 0;
        return counts ? Math.min(tick.wallClock(), Long.MAX_VALUE - slack) + slack : ceiling;
    }

    /** T after a record of that time under that ceiling, unless T must wait for an expiry. */
    long allowed(long timestamp, long under) {
        return Math.max(logTime, Math.min(timestamp, under));
    }

    /** How the last TICK in {@link #follows} contradicted this state, if the reigning leader's; else null. */
    DivergenceException contradiction() {
        return contradiction;
    }

    private boolean accepts(TickDecoder tick, long offset) {
        boolean past = tick.applied() <= offset && tick.replied() <= offset && tick.flushed() <= offset;
        return past && tick.epoch() == epoch && isLedBy(tick.leaderHi(), tick.leaderLo());
    }

    private DivergenceException contradiction(TickDecoder tick, long offset) {
        boolean unknown = tick.previousTick() > lastTick;
        boolean comparable = tick.previousTick() == lastTick && lastTick >= 0;
        boolean differs = unknown || comparable && tick.previousDigest() != lastTickDigest;
        return differs
                ? new DivergenceException(offset, tick.previousTick(), tick.previousDigest(), lastTick, lastTickDigest)
                : null;
    }

    void ticked(long offset) {
        lastTick = offset;
    }

    void tickDigest(long digest) {
        lastTickDigest = digest;
    }

    /** Accepts the first LEAD for the next epoch that names the newest TICK. */
    boolean lead(LeadDecoder lead) {
        boolean none = lead.leaderHi() == 0 && lead.leaderLo() == 0;
        if (none || epoch == Long.MAX_VALUE || lead.epoch() != epoch + 1 || lead.lastTick() != lastTick) {
            return false;
        }
        epoch = lead.epoch();
        leaderHi = lead.leaderHi();
        leaderLo = lead.leaderLo();
        return true;
    }

    boolean resign(ResignDecoder resign) {
        if (resign.epoch() != epoch || !isLedBy(resign.leaderHi(), resign.leaderLo())) {
            return false;
        }
        leaderHi = 0;
        leaderLo = 0;
        return true;
    }

    boolean isLedBy(long hi, long lo) {
        return (hi != 0 || lo != 0) && hi == leaderHi && lo == leaderLo;
    }

    /** T after a record of that time, unless T must wait for an expiry; never back. */
    long allowed(long timestamp) {
        return Math.max(logTime, Math.min(timestamp, ceiling));
    }

    /** Advances T to that time; never back. */
    void advance(long time) {
        logTime = Math.max(logTime, time);
    }

    /** Upper limit of T. */
    long ceiling() {
        return ceiling;
    }

    /** T, epoch milliseconds; 0 until the first TICK. */
    long logTime() {
        return logTime;
    }

    long hash(long seed) {
        long hash = Hash.mix(Hash.mix(Hash.mix(seed, epoch), leaderHi), leaderLo);
        hash = Hash.mix(Hash.mix(hash, lastTick), lastTickDigest);
        return Hash.mix(Hash.mix(hash, logTime), ceiling);
    }
}
