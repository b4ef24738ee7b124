package dev.hotlane.proof.simulation;

import dev.hotlane.flusher.Checkpoint;
import dev.hotlane.flusher.Cut;
import dev.hotlane.flusher.FlushSettings;
import dev.hotlane.flusher.FlusherException;
import dev.hotlane.infra.snapshot.LaneLog;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.processor.recover.LogCheck;
import dev.hotlane.proof.simulation.model.LogEntry;
import dev.hotlane.proof.simulation.mysql.SqlTables;

/**
 * Somebody with the operator's tools, who keeps to their rules: `skip` with every processor down, `snapshot`, and
 * `restore` where the log no longer continues what MySQL has.
 */
final class SimOperator {
    private static final long MILLI = 1_000_000;

    /** After so long of waiting for stillness the processors are let start again. */
    private static final long PATIENCE_NANOS = 900 * MILLI;

    private final World world;
    private final Checkpoint checkpoint;
    private long giveUpAt;
    private boolean stopping;
    private SqlTables newest;

    SimOperator(World world, FlushSettings settings) {
        this.world = world;
        checkpoint = new Checkpoint(settings);
    }

    void happen(Incident incident) {
        switch (incident.what()) {
            case OPERATOR_SKIPS -> {
                stopping = !world.truth.hasNewerRules();
                giveUpAt = world.now() + PATIENCE_NANOS;
            }
            case OPERATOR_SKIPS_IN_VAIN -> skipInVain();
            case SNAPSHOT_TAKEN -> takeSnapshot();
            default -> throw new IllegalArgumentException("not of the operator: " + incident);
        }
    }

    void heal() {
        stopping = false;
    }

    /** Whether no processor may be started now. */
    boolean holdsStarts() {
        return stopping;
    }

    /** The next step towards a SKIP; false if none is wanted, or if it has to wait. */
    boolean act() {
        if (!stopping) {
            return false;
        }
        if (world.now() >= giveUpAt) {
            stopping = false;
            return true;
        }
        for (SimProcessor place : world.processors) {
            if (place.run() != null && !place.isUnheard()) {
                place.killed();
                return true;
            }
        }
        if (world.hasOrphans() || world.mysql.hasOrphans() || world.weather.brokerAway()) {
            return false;
        }
        skip();
        stopping = false;
        return true;
    }

    /** Of the records that nobody got past any one, on a lane that has rules and a log time. */
    private void skip() {
        long told = Math.max(world.truth.passed(), world.invariants.answeredBelow());
        long least = Math.max(1, Math.max(told, world.invariants.flushedEver()));
        long candidates = world.log.visible() - least;
        boolean young = world.truth.at(least - 1).time() == 0;
        if (candidates > 0 && !young && !world.truth.hasNewerRules()) {
            append(least + world.chance.below(candidates));
            if (world.chance.percent(30)) {
                skipInVain();
            }
        }
    }

    private void skipInVain() {
        long passed = world.truth.passed();
        if (passed > 0) {
            append(world.chance.percent(50) ? passed - 1 : world.chance.below(passed));
        }
    }

    private void append(long target) {
        world.append(null, Encoder.skip(target), new LogEntry.Skip(target), null);
    }

    /** What is taken must help as the log is now. Of several the one of the highest offset is put back. */
    void takeSnapshot() {
        if (world.invariants.flushed() <= 0) {
            return;
        }
        try {
            Cut cut = checkpoint.meta().orElseThrow().cut();
            LaneLog.requireContinues(new LogCheck(SimConsumer.of(world), SimConsumer.COMMANDS), cut);
            world.invariants.snapshotTaken(cut.nextOffset);
            checkpoint.snapshotTaken(ProcessorStart.IDENTITY, cut, "snapshot");
            if (newest == null || cut.nextOffset >= snapshotAt()) {
                newest = world.mysql.committed();
            }
            world.tally.count("snapshots");
        } catch (SnapshotException behind) {
            world.tally.count("snapshots refused");
        } catch (FlusherException away) {
            world.tally.count("snapshots not taken");
        }
    }

    /** Whether there is one. */
    boolean hasSnapshot() {
        return newest != null;
    }

    /** Offset of the newest snapshot: MySQL, set back twice, may list it again after a later one of a lower offset. */
    long snapshotAt() {
        return Database.meta(newest, "next_offset");
    }

    /** MySQL fell behind the start of the log: the newest snapshot is put back. */
    void restore() {
        world.tally.count("snapshots restored");
        world.mysql.restore(newest);
        world.invariants.restored(newest);
    }
}
