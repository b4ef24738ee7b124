package dev.hotlane.proof.simulation;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.infra.snapshot.LaneLog;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.processor.recover.LogCheck;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.simulation.mysql.SqlTables;
import dev.hotlane.protocol.Meta;

/**
 * An operator who follows the rules of the tools: `skip` with every processor down, `snapshot`, and `restore` if the
 * log no longer continues MySQL.
 */
final class SimOperator {
    private static final long MILLI = 1_000_000;

    /** Longest wait for a state without processes and records under way; then the processors may start again. */
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

    /** Whether no processor may start now. */
    boolean holdsStarts() {
        return stopping;
    }

    /** The next step towards a SKIP; false if none is due, or if it has to wait. */
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

    /** Skips a random record that no leader has passed, on a lane with rules and a log time. */
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

    /** Takes a snapshot if the log continues it. The one with the greatest offset is kept for a restore. */
    void takeSnapshot() {
        if (world.invariants.flushed() <= 0) {
            return;
        }
        try {
            Meta cut = checkpoint.meta().orElseThrow().cut();
            LaneLog.requireContinues(new LogCheck(SimConsumer.of(world), SimConsumer.COMMANDS), cut);
            world.invariants.snapshotTaken(cut.nextOffset);
            checkpoint.snapshotTaken(ProcessorStart.IDENTITY, cut, "snapshot");
            if (newest == null || cut.nextOffset >= snapshotAt()) {
                newest = world.mysql.committed();
            }
            world.tally.count("snapshots");
        } catch (SnapshotException e) {
            world.tally.count("snapshots refused");
        } catch (FlusherException e) {
            world.tally.count("snapshots not taken");
        }
    }

    /** Whether a snapshot is kept. */
    boolean hasSnapshot() {
        return newest != null;
    }

    /** Offset of the kept snapshot. MySQL, set back twice, may list it again after a later one of a lower offset. */
    long snapshotAt() {
        return Database.meta(newest, "next_offset");
    }

    /** Restores the kept snapshot, as MySQL is behind the start of the log. */
    void restore() {
        world.tally.count("snapshots restored");
        world.mysql.restore(newest);
        world.invariants.restored(newest);
    }
}
