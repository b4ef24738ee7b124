package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.faults.scene.SceneSql;
import dev.hotlane.proof.faults.scene.ServerFiles;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Request;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Full disks, and a database that is restored from an older copy. */
public final class DiskRows {
    private static final int KAFKA_MEGABYTES = 64;
    private static final int MYSQL_MEGABYTES = 320;
    private static final long GROWTH_BYTES_MAX = 64L << 20;
    private static final int TRANSACTIONS_AT_ONCE = 10;

    private DiskRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                                "F28",
                                "the broker's disk, a tmpfs of 64 MB, is full",
                                "503 or 504, the gateway's heap stays flat, all goes on with room",
                                ScenePlan.USUAL,
                                DiskRows::fullBroker)
                        .on(DevStack::start),
                FaultRow.of(
                                "F36",
                                "MySQL is brought back from an older copy of its data",
                                "the running processors refuse to go on; restarted, they replay to the same state",
                                ScenePlan.USUAL,
                                DiskRows::olderCopy)
                        .on(DiskRows::small),
                FaultRow.of(
                                "F37",
                                "MySQL's disk is full",
                                "answers go on, the backlog shows, no batch is written in part",
                                ScenePlan.USUAL,
                                DiskRows::fullMySql)
                        .on(DiskRows::small));
    }

    private static Stack small(DevStackSettings usual) {
        return DevStack.start(usual.withMysqlFlags("--innodb-redo-log-capacity=8M", "--innodb-buffer-pool-size=64M"));
    }

    private static void fullBroker(Scene on) throws IOException {
        ChildSlot gateway = on.gateways().get(0);
        try (ServerFiles files = new ServerFiles(on, on.stack().kafka(), "kafka")) {
            files.confine(KAFKA_MEGABYTES);
            on.awaitAll();
            on.load().awaitAnswers(100);
            long heap = gateway.liveBytes();
            on.nemesis("the broker's disk is full");
            files.fill();
            on.await("gateways that refuse", () -> on.gateways().stream().noneMatch(ChildSlot::ready));
            CallResult told = on.call(
                    0, Request.post("/v1/counters/full/increment", "full-1", new JsonObject().put("amount", 1)));
            on.require(told.status() == 503, "while the broker was away a call was answered " + told);
            long grown = gateway.liveBytes() - heap;
            on.require(grown < GROWTH_BYTES_MAX, "the gateway's heap grew by " + grown + " bytes");
            files.free();
            on.stack().kafka().kill9();
            on.stack().kafka().start();
            on.fact(String.format("refused with 503, heap grew by %,d KB", grown / 1024));
            settleWithin(on);
        }
        on.endsHere();
    }

    /** Settles before the file system is unmounted: the acceptance needs the server, which ends with it. */
    private static void settleWithin(Scene on) throws IOException {
        on.settle(Duration.ofSeconds(60));
        on.places().forEach(ChildSlot::leaveAlone);
        on.killProcessors();
    }

    private static void olderCopy(Scene on) throws IOException, SQLException {
        on.load().awaitAnswers(100);
        ServerFiles files = new ServerFiles(on, on.stack().mysql(), "mysql");
        on.nemesis("MySQL is copied");
        files.copyAside();
        on.load().awaitAnswers(1_000);
        SceneSql sql = new SceneSql(on);
        long applied = on.offsets(on.awaitLeader()).getLong("applied");
        on.await("a flush", () -> on.offsets(on.awaitLeader()).getLong("flushed") >= applied);
        on.nemesis("MySQL is brought back from the copy");
        files.bringBack();
        long older = sql.offset();
        on.await("a processor that refuses to go on", () -> refusals(on) > 0);
        on.await("a flush past that", () -> on.offsets(on.awaitLeader()).getLong("flushed") > applied);
        on.fact(String.format(
                "back from %,d to %,d, %d times a processor ended with %d",
                applied, older, refusals(on), ExitCode.CHECKPOINT_BEHIND.number()));
    }

    private static long refusals(Scene on) {
        return on.processors().stream()
                .flatMap(place -> place.exits().stream())
                .filter(code -> code == ExitCode.CHECKPOINT_BEHIND.number())
                .count();
    }

    private static void fullMySql(Scene on) throws IOException {
        try (ServerFiles files = new ServerFiles(on, on.stack().mysql(), "mysql")) {
            files.confine(MYSQL_MEGABYTES);
            on.awaitAll();
            on.load().awaitAnswers(100);
            on.nemesis("MySQL's disk is full");
            files.fill();
            int keys = 0;
            while (!(on.awaitLeader().metric("hotlane_flush_failing") > 0) && keys < MYSQL_MEGABYTES * 10_000) {
                keys += grow(on, keys);
            }
            on.require(on.awaitLeader().metric("hotlane_flush_failing") > 0, "no flush failed after " + keys + " keys");
            on.load().awaitAnswers(200);
            files.free();
            long applied = on.offsets(on.awaitLeader()).getLong("applied");
            on.await("a flush", () -> on.offsets(on.awaitLeader()).getLong("flushed") >= applied);
            on.fact(String.format("%,d new keys until a flush failed, flushed whole afterwards", keys));
            settleWithin(on);
        }
        on.endsHere();
    }

    /** Sets 600 new counters with long keys; returns their number. */
    private static int grow(Scene on, int from) {
        int made = 0;
        for (int i = 0; i < TRANSACTIONS_AT_ONCE; i++) {
            JsonArray ops = new JsonArray();
            for (int op = 0; op < 60; op++, made++) {
                String key = "grow-" + (from + made) + "-" + "g".repeat(150);
                ops.add(new JsonObject().put("op", "set").put("key", key).put("value", 1));
            }
            on.decided(Request.post("/v1/transactions", "grow-" + (from + made), new JsonObject().put("ops", ops)));
        }
        return made;
    }
}
