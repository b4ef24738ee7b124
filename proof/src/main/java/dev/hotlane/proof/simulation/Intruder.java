package dev.hotlane.proof.simulation;

import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;

/**
 * A program that can write to both topics, and writes what only a leader or an operator should: in the name of the reigning
 * leader, of the other processor or of none that exists, with right and absurd numbers.
 */
final class Intruder {
    /**
     * One more in a row is what a leader that differs would write: then a process must not lead. A leader that missed a
     * SKIP of VoidingSkips does differ, and one of its TICKs may be among them.
     */
    private static final int CONTRADICTIONS_MAX = 2;

    private static final long MANY = 1_000_000;

    private final World world;
    private int contradictions;
    private boolean liedAboutMySql;

    Intruder(World world) {
        this.world = world;
    }

    void happen(Incident incident) {
        LogEntry.Leader name = name(incident);
        switch (incident.what()) {
            case FORGED_LEAD -> lead(name);
            case FORGED_TICK -> tick(name);
            case FORGED_RESIGN -> resign(name);
            case FORGED_BEAT -> beat(incident.whom(), name);
            case FORGED_RULES -> rules(incident.much());
            case FORGED_SKIP -> skip(incident.much());
            case INTRUDER_CHANGES_RULES -> changeRules(incident);
            case INTRUDER_SKIPS -> skipGarbage(incident.much());
            case INTRUDER_SKIPS_IN_VAIN -> skipInVain(incident.much());
            default -> throw new IllegalArgumentException("not of the intruder: " + incident);
        }
    }

    /** Whether followers may have let go of what MySQL does not hold. */
    boolean liedAboutMySql() {
        return liedAboutMySql;
    }

    private LogEntry.Leader name(Incident incident) {
        LogEntry.Leader reigning = world.truth.leader();
        ProcessorRun other = world.processors[incident.whom()].run();
        int drawn = world.chance.below(10);
        if (drawn < 6 && !reigning.equals(LogEntry.Leader.NOBODY)) {
            return reigning;
        }
        return drawn < 8 && other != null ? other.leader : new LogEntry.Leader(world.chance.next() | 1, 4_711);
    }

    private long epoch(long right) {
        return world.chance.percent(60) ? right : extreme(right);
    }

    private long extreme(long right) {
        long[] all = {Long.MAX_VALUE, Long.MIN_VALUE, -1, 0, right - 1, right + 1, right + MANY};
        return all[world.chance.below(all.length)];
    }

    private void lead(LogEntry.Leader name) {
        long epoch = epoch(world.truth.epoch() + 1);
        long newest = world.truth.lastTick();
        long lastTick = world.chance.percent(70) ? newest : extreme(newest);
        boolean inMemory = world.form.hasNodes() && world.chance.percent(50);
        byte[] value = Encoder.lead(epoch, name, lastTick, inMemory);
        world.append(null, value, new LogEntry.Lead(epoch, name, lastTick), null);
    }

    private void resign(LogEntry.Leader name) {
        long epoch = epoch(world.truth.epoch());
        world.append(null, Encoder.resign(epoch, name), new LogEntry.Resign(epoch, name), null);
    }

    private void tick(LogEntry.Leader name) {
        long epoch = epoch(world.truth.epoch());
        long own = world.log.end();
        long wall = world.chance.percent(50) ? world.wallMillis() : extreme(world.wallMillis());
        long newest = world.truth.lastTick();
        long previous = world.chance.percent(50) ? newest : extreme(newest);
        if (previous >= 0 && previous >= newest && contradictions++ >= CONTRADICTIONS_MAX - world.voidingSkipsPlanned) {
            previous = -1;
        }
        // What voids SKIPs is the truth, or nothing that any process can have seen.
        long applied = world.chance.percent(80) ? world.truth.passed() : own + 1 + world.chance.below(9);
        long flushed = world.chance.percent(70) ? 0 : extreme(own - 1);
        liedAboutMySql |= flushed > 0;
        byte[] value = Encoder.tick(new Tick(epoch, name.hi(), name.lo(), wall, previous, 4_711, applied, 0, flushed));
        long seen = Math.max(applied, flushed);
        world.append(null, value, new LogEntry.Tick(epoch, name, wall, applied, seen, previous, true), null);
    }

    /** Not before log time has begun: what a gateway let in then would be answered as of time 0. */
    private void beat(int gateway, LogEntry.Leader name) {
        if (world.truth.lastTick() < 0) {
            return;
        }
        Rules rules = Numbers.RULES;
        int ops = world.chance.percent(70) ? rules.opsMax() : 0;
        int format = world.chance.percent(70) ? 1 : 65_535;
        Beat beat = new Beat(
                epoch(world.truth.epoch()),
                name.hi(),
                name.lo(),
                world.wallMillis(),
                0,
                extreme(1),
                0,
                0,
                0,
                0,
                rules.windowSize(),
                rules.windowAgeMs(),
                0,
                1,
                format,
                ops,
                rules.readKeysMax(),
                rules.ttlMaxMs(),
                0,
                rules.holdsMax(),
                0,
                rules.resolvedMax(),
                rules.holdRetentionMs(),
                0,
                rules.dirtyBytesMax());
        byte[] message = ReplyRecord.message(beat);
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        packer.add(message, 0, message.length);
        world.replies.get(gateway).append(packer.seal());
    }

    /** Rules that are not the next ones, or that can't be rules. */
    private void rules(int much) {
        Rules first = Numbers.RULES;
        int version = (int) world.truth.rules().version();
        Rules next = first.as(version + 1, 1);
        Rules[] all = {
            first,
            first.as(Integer.MAX_VALUE, 1),
            first.as(Integer.MIN_VALUE, 65_535),
            first.as(version + 2, 2),
            first.as(version + 1, 0),
            next.withOpsMax(0),
            next.withOpsMax(65_535),
            next.withWindow(0, 1),
            next.withWindow(Integer.MIN_VALUE, 1),
            next.withWindow(Integer.MAX_VALUE, 1),
            next.withWindow(14, Long.MIN_VALUE),
            next.withWindow(14, 0)
        };
        world.append(null, Encoder.anyRules(all[much % all.length]), Numbers.REFUSED, null);
    }

    /** A SKIP of what is not there yet, of itself, or of nothing. */
    private void skip(int much) {
        long own = world.log.end();
        long[] all = {own, own + 1, own + 40, Long.MAX_VALUE, -1, Long.MIN_VALUE};
        skipOf(all[much % all.length]);
    }

    private void skipOf(long target) {
        world.append(null, Encoder.skip(target), new LogEntry.Skip(target), null);
    }

    /** Every fourth puts the right rules in force again, and every tenth is void: it names another hash seed. */
    private void changeRules(Incident incident) {
        Chance pick = new Chance(2L * incident.much() + incident.whom());
        LogEntry.Numbers inForce = world.truth.rules();
        LogEntry.Numbers next =
                pick.percent(25) ? Numbers.rightAfter(inForce.version()) : Numbers.changed(inForce, pick);
        if (pick.percent(10)) {
            Rules aimed = Numbers.rules(next, Numbers.RULES.hashSeed() + 1);
            world.append(null, Encoder.rules(aimed), Numbers.REFUSED, null);
            return;
        }
        world.append(null, Encoder.rules(Numbers.rules(next)), next, null);
        world.tally.count("rules changed by an intruder");
    }

    /** Garbage changes nothing, applied or stepped over: a SKIP of it must end who applied it, and change no answer. */
    private void skipGarbage(int much) {
        long target = world.log.end();
        world.append(null, new byte[] {'j', 'u', 'n', 'k'}, new LogEntry.Garbage(), null);
        for (int i = 1 + much % 2; i > 0; i--) {
            skipOf(target);
        }
    }

    /** The newest record that a leader got past, any of them, the first one, or the last one that was deleted. */
    private void skipInVain(int much) {
        long passed = world.truth.passed();
        if (passed > 0) {
            long deleted = Math.max(0, Math.min(passed, world.logStart()) - 1);
            long[] all = {passed - 1, world.chance.below(passed), 0, deleted};
            skipOf(all[much % all.length]);
        }
    }
}
