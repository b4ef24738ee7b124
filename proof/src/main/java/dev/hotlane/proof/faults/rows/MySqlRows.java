package dev.hotlane.proof.faults.rows;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.faults.scene.SceneSql;
import dev.hotlane.proof.faults.wire.Wire;
import dev.hotlane.proof.faults.wire.WireCut;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The database ends, is suspended, loses its connection at COMMIT, or holds an edited row. */
public final class MySqlRows {
    private static final Duration AWAY = Duration.ofSeconds(30);
    private static final Duration AWAY_BRIEFLY = Duration.ofSeconds(5);

    private static final Duration LONG_AWAY = Duration.ofMinutes(10);

    /** The window may fill up meanwhile, and nothing else may grow. */
    private static final long GROWTH_BYTES_MAX = 64L << 20;

    private MySqlRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        // A busy machine may delay BEATs. Gateways accept BEATs of 10 s here, so that only MySQL can be a failure's
        // cause.
        ScenePlan patient = ScenePlan.USUAL.withGatewayOptions("--gateway-beat-age-max-ms=10000");
        return List.of(
                FaultRow.of(
                        "F29",
                        "kill -9 of MySQL",
                        "no call fails or waits for it",
                        patient,
                        on -> away(
                                on,
                                "kill -9 of MySQL",
                                () -> on.stack().mysql().kill9(),
                                () -> on.stack().mysql().start())),
                FaultRow.of(
                        "F30",
                        "SIGSTOP of MySQL for 30 s",
                        "no call fails or waits for it",
                        patient,
                        on -> away(
                                on,
                                "SIGSTOP of MySQL",
                                () -> on.stack().mysql().suspend(),
                                () -> on.stack().mysql().resume())),
                FaultRow.of(
                        "F32",
                        "connection cut at COMMIT: before it, before it and unheard, after it",
                        "settled by the meta row, nothing written twice",
                        ScenePlan.USUAL.withWires(),
                        MySqlRows::cut),
                FaultRow.of(
                        "F40",
                        "one counter row edited by hand",
                        "refuses to start with DIGEST_MISMATCH; starts when it is put right",
                        ScenePlan.USUAL,
                        MySqlRows::edited),
                FaultRow.of(
                        "F43",
                        "MySQL away for 10 minutes under load",
                        "the heap stays bounded; time to catch up",
                        patient,
                        MySqlRows::longAway));
    }

    private static void longAway(Scene on) {
        ChildSlot leader = on.awaitLeader();
        long before = leader.liveBytes();
        on.nemesis("kill -9 of MySQL, for long");
        on.stack().mysql().kill9();
        Patience.pass(on.rounds(1, 0) == 1 ? LONG_AWAY : AWAY_BRIEFLY);
        on.require(on.awaitLeader() == leader, "the leader was replaced");
        long grown = leader.liveBytes() - before;
        on.require(grown < GROWTH_BYTES_MAX, "the leader's heap grew by " + grown + " bytes");
        long applied = on.offsets(leader).getLong("applied");
        long behind = applied - on.offsets(leader).getLong("flushed");
        on.stack().mysql().start();
        long took = on.await("a flush", () -> on.offsets(on.awaitLeader()).getLong("flushed") >= applied);
        on.fact(String.format(
                "%,d records behind, heap grew by %,d KB, caught up in %,d ms", behind, grown / 1024, took));
    }

    private static void away(Scene on, String what, Runnable fault, Runnable end) {
        int rounds = on.rounds(2, 1);
        long silence = 0;
        for (int round = 0; round < rounds; round++) {
            on.load().awaitAnswers(100);
            long open = on.load().tally().unknown() + on.load().tally().notExecuted();
            on.load().tally().measureSilenceAnew();
            on.nemesis(what);
            fault.run();
            Patience.pass(on.rounds(1, 0) == 1 ? AWAY : AWAY_BRIEFLY);
            on.load().awaitAnswers(100);
            long openNow = on.load().tally().unknown() + on.load().tally().notExecuted();
            on.require(openNow == open, (openNow - open) + " calls had no final answer while MySQL was away");
            silence = Math.max(silence, on.load().tally().longestSilenceMillis());
            end.run();
        }
        on.fact(String.format("%d times, longest time without a success %,d ms", rounds, silence));
    }

    private static void cut(Scene on) {
        int rounds = on.rounds(5, 1);
        int cuts = 0;
        for (int round = 0; round < rounds; round++) {
            for (WireCut cut : WireCut.values()) {
                on.load().awaitAnswers(20);
                ChildSlot leader = on.awaitLeader();
                Wire wire = on.wires(leader).mysql();
                int before = wire.cuts();
                long flushed = on.offsets(leader).getLong("flushed");
                on.nemesis("cut " + cut);
                wire.cutAt(cut);
                on.await("the cut", () -> wire.cuts() > before);
                on.await("a flush after it", () -> on.offsets(on.awaitLeader()).getLong("flushed") > flushed);
                cuts++;
            }
        }
        on.fact(cuts + " cuts");
    }

    private static void edited(Scene on) throws SQLException {
        on.expectExit(ExitCode.DIGEST_MISMATCH.number());
        on.load().awaitAnswers(200);
        on.await("rows in MySQL", () -> on.offsets(on.awaitLeader()).getLong("flushed") > 200);
        on.nemesis("both processors killed, one row edited");
        on.processors().forEach(ChildSlot::leaveAlone);
        on.processors().forEach(ChildSlot::kill9);
        SceneSql sql = new SceneSql(on);
        on.require(
                sql.run("UPDATE hl_counter SET value = value + 1 ORDER BY k LIMIT 1") == 1, "no row could be edited");
        for (ChildSlot place : on.processors()) {
            Refusing.expect(on, place, ExitCode.DIGEST_MISMATCH);
        }
        sql.run("UPDATE hl_counter SET value = value - 1 ORDER BY k LIMIT 1");
        on.fact("both refused with " + ExitCode.DIGEST_MISMATCH.number());
    }
}
