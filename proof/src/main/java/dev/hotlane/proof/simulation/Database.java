package dev.hotlane.proof.simulation;

import static dev.hotlane.proof.simulation.Violation.require;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.processor.checkpoint.CheckpointLoad;
import dev.hotlane.processor.state.LateSkipException;
import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelIds;
import dev.hotlane.proof.simulation.mysql.SqlRow;
import dev.hotlane.proof.simulation.mysql.SqlTable;
import dev.hotlane.proof.simulation.mysql.SqlTables;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Checks that MySQL is always the lane as of one offset, written by the right process, and never ahead of the replies.
 */
final class Database {
    /**
     * One of this many commits is also loaded by the product's code, which takes as long as all other checks of a
     * commit.
     */
    private static final int LOAD_ONE_IN = 40;

    private final World world;
    private final Emissions emissions;
    private final Invariants invariants;
    private final Checkpoint checkpoint;
    private boolean restored;
    private long flushedEver;

    Database(World world, Emissions emissions, Invariants invariants) {
        this.world = world;
        this.emissions = emissions;
        this.invariants = invariants;
        checkpoint = new Checkpoint(ProcessorStart.settings(world, World.OBSERVER, world::now));
    }

    static long meta(SqlTables tables, String column) {
        SqlTable meta = tables.get("hl_meta");
        return meta.rows().isEmpty() ? -1 : meta.rows().iterator().next().number(meta.column(column));
    }

    long flushed() {
        return meta(world.mysql.committed(), "next_offset");
    }

    void committed(int client, SqlTables before, SqlTables after, long newerRulesAt) {
        long from = meta(before, "next_offset");
        long to = meta(after, "next_offset");
        if (from < 0) {
            return;
        }
        require(to >= from, "I4", () -> "MySQL went back from offset " + from + " to " + to);
        long passed = world.truth.passed();
        require(to == from || to <= passed, "I24", () -> "MySQL is at " + to + ", TICKs got past " + passed + " only");
        require(to <= newerRulesAt, "I19", () -> "MySQL passed unknown rules at " + newerRulesAt + ": " + to);
        require(
                meta(after, "fence_epoch") >= meta(before, "fence_epoch"),
                "I14",
                () -> "the fence of MySQL was lowered");
        flushedEver = Math.max(flushedEver, to);
        if (to > from) {
            world.tally.count("commits");
            writtenBy(client, after, to);
            gated(from, to);
            equalsModel(after, to);
            require(
                    meta(after, "digest") == invariants.digest(to - 1),
                    "I3",
                    () -> "hl_meta at offset " + to + " does not have the digest that the processes had there");
            if (world.chance.below(LOAD_ONE_IN) == 0) {
                load();
            }
        } else {
            equalsModel(after, to);
        }
    }

    private void writtenBy(int client, SqlTables after, long to) {
        ProcessorRun run = world.processors[client].run();
        long fence = meta(after, "fence_epoch");
        boolean itself = run != null && run.applied() >= to && run.contender.epoch() > 0;
        require(
                !itself || ledIn(run, fence) || world.mysql.hasOrphans(),
                "I14",
                () -> "the leader of epoch " + run.contender.epoch() + " flushed under the fence of " + fence);
    }

    /** Whether the process led in that epoch. It keeps its fence until its flush stage reaches its next LEAD. */
    private boolean ledIn(ProcessorRun run, long epoch) {
        Truth.Moment moment = world.truth.at(run.applied() - 1);
        for (long offset = run.applied() - 1; offset >= 0 && moment.epoch() >= epoch; offset--) {
            moment = world.truth.at(offset);
            if (moment.epoch() == epoch && moment.leader().equals(run.leader)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Nothing is flushed before its reply, or one that a forged SKIP voided, is in the reply topic or with its gateway,
     * unless its caller has given up by the clock of a processor. A leader whose clock is ahead drops what no caller waits
     * for by that clock. Its TICKs say that all is answered up to there, and its followers drop the same.
     */
    private void gated(long from, long to) {
        long latest = Arrays.stream(world.processors)
                .mapToLong(SimProcessor::latestWall)
                .max()
                .orElseThrow();
        for (long offset = from; offset < to; offset++) {
            byte[] reply = invariants.reply(offset);
            boolean waited = latest - world.truth.record(offset).stamp() < Numbers.REPLY_WAIT_MILLIS;
            long unanswered = offset;
            require(
                    reply == null || reply.length == 0 || !waited || emissions.answeredOrVoid(offset),
                    "I5",
                    () -> "MySQL went to offset " + to + " before the reply of " + unanswered + " was acknowledged");
        }
    }

    private void equalsModel(SqlTables tables, long to) {
        LaneModel model = world.truth.asOf(to);
        scalar(tables, to, "log_time", model.time());
        scalar(tables, to, "horizon", model.horizon());
        scalar(
                tables,
                to,
                "rules_version",
                model.rules() == null ? 0 : model.rules().version());
        scalar(tables, to, "state_epoch", model.epoch());
        scalar(tables, to, "last_tick_offset", model.lastTick());
        if (to > 0) {
            scalar(tables, to, "ceiling", model.ceiling());
            scalar(tables, to, "counters", model.counters().size());
            scalar(tables, to, "open_holds", model.openHolds().size());
            scalar(tables, to, "window_count", model.remembered().size());
            scalar(tables, to, "resolved_count", model.resolvedBy().size());
        }
        counters(tables.get("hl_counter"), model, to);
        holds(tables.get("hl_hold"), model, to);
        packed(tables, "hl_window", model.remembered(), to);
        packed(tables, "hl_resolved", model.resolvedBy(), to);
    }

    private static void scalar(SqlTables tables, long to, String column, long expected) {
        long found = meta(tables, column);
        require(
                found == expected,
                "I3",
                () -> "hl_meta at offset " + to + " has " + column + " " + found + ", expected " + expected);
    }

    private static void counters(SqlTable table, LaneModel model, long to) {
        TreeMap<String, ModelAnswer.Counter> found = new TreeMap<>();
        for (SqlRow row : table.rows()) {
            found.put(
                    new String(row.bytes(0), StandardCharsets.UTF_8),
                    new ModelAnswer.Counter(row.number(1), row.number(2), row.number(3), row.number(4)));
        }
        ModelAnswer.Counter left = found.get(OrderMeanings.PAIR_LEFT);
        ModelAnswer.Counter right = found.get(OrderMeanings.PAIR_RIGHT);
        require(
                left == null ? right == null : right != null && left.value() == right.value(),
                "I17",
                () -> "MySQL at offset " + to + " has one half of a pair without the other: " + found);
        for (String key : OrderMeanings.STOCK) {
            ModelAnswer.Counter row = found.get(key);
            require(row == null || row.value() >= 0, "I11", () -> "MySQL at offset " + to + " is oversold: " + found);
        }
        require(
                found.equals(model.counters()),
                "I3",
                () -> "hl_counter at offset " + to + " is\n  " + found + "\nexpected\n  " + model.counters());
    }

    private static void holds(SqlTable table, LaneModel model, long to) {
        List<ModelAnswer.Hold> expected = model.openHolds();
        List<List<Object>> found = new ArrayList<>();
        List<List<Object>> wanted = new ArrayList<>();
        for (SqlRow row : table.rows()) {
            found.add(List.of(row.number(0), row.number(2), text(row, 3), text(row, 5)));
        }
        for (ModelAnswer.Hold hold : expected) {
            String tenant = ModelIds.tenant(model.holdKey(hold.created()));
            wanted.add(List.of(hold.created(), hold.expiresAt(), hold.id(), tenant));
        }
        require(found.equals(wanted), "I3", () -> "hl_hold at offset " + to + " is " + found + ", expected " + wanted);
    }

    private static String text(SqlRow row, int column) {
        return new String(row.bytes(column), StandardCharsets.UTF_8);
    }

    /** The last entries must be exactly those that the model keeps. */
    private static void packed(SqlTables tables, String name, List<Long> kept, long to) {
        SqlTable table = tables.get(name);
        int bytes = table.column("data");
        List<Long> found = new ArrayList<>();
        for (SqlRow row : table.rows()) {
            ByteBuffer packed = ByteBuffer.wrap(row.bytes(bytes)).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = 0; at < packed.capacity(); at += 10 + (packed.getShort(at + 8) & 0xFFFF)) {
                found.add(packed.getLong(at));
            }
        }
        int surplus = found.size() - kept.size();
        require(
                surplus >= 0 && found.subList(surplus, found.size()).equals(kept),
                "I3",
                () -> name + " at offset " + to + " ends in " + found + ", expected " + kept);
    }

    void restored(SqlTables backup) {
        restored = true;
        equalsModel(backup, meta(backup, "next_offset"));
    }

    /** The rest of the log must continue both MySQL and the second-newest proven snapshot. */
    void deleting(ProcessorRun run, long below) {
        long mysql = restored ? flushedEver : flushed();
        require(
                below <= mysql - Numbers.RETENTION_MARGIN,
                "I23",
                () -> "the log goes below " + below + " with MySQL at " + mysql);
        require(
                below < world.operator.snapshots.provenAt(),
                "I23",
                () -> "the log goes below " + below + " with the second-newest proven snapshot at "
                        + world.operator.snapshots.provenAt());
        require(
                world.truth.at(run.applied() - 1).leader().equals(run.leader),
                "I23",
                () -> "processor " + run.place.index + " deletes below " + below + " and does not lead");
    }

    /** The log must continue a snapshot: one that it does not continue is useless, and might be restored. */
    void snapshotTaken(long offset) {
        require(
                offset >= world.logStart(),
                "I23",
                () -> "a snapshot of offset " + offset + " was taken, the log starts at " + world.logStart());
    }

    long flushedEver() {
        return flushedEver;
    }

    boolean everRestored() {
        return restored;
    }

    /** A replay of the whole log must come to MySQL's digest. */
    void replay() {
        long end = flushed();
        if (end <= 0) {
            return;
        }
        try {
            require(
                    WholeReplay.upTo(world, end).digest == meta(world.mysql.committed(), "digest"),
                    "I27",
                    () -> "a replay of the log up to offset " + end + " has another digest than MySQL");
        } catch (LateSkipException e) {
            throw new Violation("I27", "a replay of the log ends before offset " + end, e);
        }
    }

    /** A fresh process must be able to start from the committed tables; the load checks the digest. */
    void load() {
        if (meta(world.mysql.committed(), "next_offset") < 0) {
            return;
        }
        try {
            CheckpointLoad.from(checkpoint, ProcessorStart.IDENTITY);
            world.tally.count("loads");
        } catch (RuntimeException e) {
            throw new Violation("I3", "the checkpoint can't be loaded: " + e.getMessage(), e);
        }
    }
}
