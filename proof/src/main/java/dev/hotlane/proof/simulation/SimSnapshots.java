package dev.hotlane.proof.simulation;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.SnapshotList;
import dev.hotlane.infra.snapshot.LaneLog;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.processor.recover.LogCheck;
import dev.hotlane.proof.simulation.mysql.SqlTables;
import dev.hotlane.protocol.Meta;
import java.util.TreeSet;

/** The operator's snapshots, drills and restores, by the product's own list of snapshots. */
final class SimSnapshots {
    private static final long PAUSE_NANOS = 225_000_000;

    /** Of this number of snapshots a drill proves all but the last. */
    private static final int DRILLS = 4;

    private final World world;
    private final Checkpoint checkpoint;
    private final SnapshotList snapshots;
    private final TreeSet<Long> proven = new TreeSet<>();
    private int taken;
    private long nextSnapshotAt = Long.MAX_VALUE;
    private SqlTables newest;

    SimSnapshots(World world, FlushSettings settings) {
        this.world = world;
        checkpoint = new Checkpoint(settings);
        snapshots = new SnapshotList(settings, ProcessorStart.IDENTITY);
    }

    /** Takes a snapshot now and another one later, as the log is deleted only below the second-newest. */
    void takeSnapshot() {
        nextSnapshotAt = world.now() + PAUSE_NANOS;
        snapshot();
    }

    /** The next step of the timer; false if none is due. */
    boolean takeNext() {
        boolean due = world.now() >= nextSnapshotAt;
        if (due) {
            nextSnapshotAt = Long.MAX_VALUE;
            snapshot();
        }
        return due;
    }

    /** Takes a snapshot if the log continues it. The one with the greatest offset is kept for a restore. */
    private void snapshot() {
        if (world.invariants.flushed() <= 0) {
            return;
        }
        try {
            Meta cut = checkpoint.meta().orElseThrow().cut();
            LaneLog.requireContinues(new LogCheck(SimConsumer.of(world), SimConsumer.COMMANDS), cut);
            world.invariants.snapshotTaken(cut.nextOffset);
            snapshots.taken(cut, "snapshot");
            if (newest == null || cut.nextOffset >= snapshotAt()) {
                newest = world.mysql.committed();
            }
            world.tally.count("snapshots");
            drill(cut);
        } catch (SnapshotException e) {
            world.tally.count("snapshots refused");
        } catch (FlusherException e) {
            world.tally.count("snapshots not taken");
        }
    }

    /** Its outcome may be unknown: so the offset counts before MySQL is asked. */
    private void drill(Meta cut) {
        if (++taken % DRILLS != 0) {
            proven.add(cut.nextOffset);
            snapshots.proven(cut);
            world.tally.count("snapshots proven");
        }
    }

    /** Offset of the second-newest snapshot that a drill may have proven; -1 if there is none. */
    long provenAt() {
        Long lower = proven.isEmpty() ? null : proven.lower(proven.last());
        return lower == null ? -1 : lower;
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
