package dev.hotlane.proof.faults.rows;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.rows.Stranger.Word;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A stranger forges records of leaders and operators on a lane that serves under load. Records without effect must show
 * in a metric and stop no process. Records that take effect may stop the lane for a restart.
 */
public final class ForgedRows {
    private static final String SHOWN = "hotlane_control_records_ignored_total{kind=\"%s\"}";
    private static final long HI = 47;
    private static final long LO = 11;
    private static final int SKIP_TRIES_MAX = 50;

    private ForgedRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                row(
                        "F75",
                        "LEADs: in the leader's name, in that of no process",
                        "deposed it is replaced; others do nothing",
                        ForgedRows::lead),
                row("F76", "TICKs: absurd, contradicting, lying", "log time never goes back", ForgedRows::tick),
                row(
                        "F77",
                        "RESIGNs: in the leader's name, in that of no process",
                        "a process leads again at once",
                        ForgedRows::resign),
                row("F78", "BEATs on the reply topic", "a gateway is closed for a second at most", ForgedBeats::forge),
                row(
                        "F79",
                        "RULES: not the next, of another seed, valid",
                        "only valid ones take effect",
                        ForgedRows::rules),
                row(
                        "F80",
                        "SKIPs: absurd, late, of a last record",
                        "38 LATE_SKIP for the last only",
                        ForgedRows::skip));
    }

    private static FaultRow row(String id, String what, String extra, FaultRow.Script script) {
        String fault = "a stranger forges " + what + "; epochs and numbers right, stale and absurd (2^63-1)";
        return FaultRow.of(
                id,
                fault,
                extra + "; nothing stops for longer than a restart, nothing is silent",
                ScenePlan.USUAL,
                script);
    }

    static List<Long> around(long right) {
        return List.of(Long.MAX_VALUE, Long.MIN_VALUE, -1L, 0L, right - 1, right + 1_000_000);
    }

    private static void lead(Scene on) {
        try (Strikes strikes = new Strikes(on)) {
            Stranger stranger = strikes.stranger();
            for (int round = 0; round < on.rounds(5, 1); round++) {
                strikes.ignored(String.format(SHOWN, "lead"), () -> {
                    Word word = stranger.next();
                    List<byte[]> leads = new ArrayList<>();
                    for (long epoch : around(word.epoch() + 1)) {
                        leads.add(stranger.writer.lead(epoch, HI, LO, word.offset()));
                        leads.add(stranger.writer.lead(
                                epoch, word.tick().leaderHi(), word.tick().leaderLo(), word.offset()));
                    }
                    leads.add(stranger.writer.lead(word.epoch() + 1, 0, 0, word.offset()));
                    leads.add(stranger.writer.lead(word.epoch() + 1, HI, LO, Long.MAX_VALUE));
                    return leads;
                });
                strikes.effective("a LEAD in the leader's name", () -> {
                    Word word = stranger.next();
                    return List.of(stranger.writer.lead(
                            word.epoch() + 1,
                            word.tick().leaderHi(),
                            word.tick().leaderLo(),
                            word.offset()));
                });
                strikes.effective("a LEAD of nobody that runs", () -> {
                    Word word = stranger.next();
                    return List.of(stranger.writer.lead(word.epoch() + 1, HI, LO, word.offset()));
                });
            }
            strikes.told();
        }
    }

    private static void tick(Scene on) {
        try (Strikes strikes = new Strikes(on)) {
            Stranger stranger = strikes.stranger();
            for (int round = 0; round < on.rounds(5, 1); round++) {
                strikes.ignored(String.format(SHOWN, "tick"), () -> absurdTicks(stranger));
                strikes.effective("TICKs that contradict", () -> {
                    Word word = stranger.next();
                    return List.of(
                            named(stranger, word, 0, Long.MAX_VALUE, 0), named(stranger, word, 0, word.offset(), 0));
                });
                for (long clock : List.of(Long.MAX_VALUE, Long.MIN_VALUE, 0L)) {
                    strikes.effective(
                            "a TICK of the time " + clock,
                            () -> List.of(named(stranger, stranger.next(), clock, -1, 0)));
                }
                strikes.effective("a TICK that lies about MySQL", () -> {
                    long own = stranger.end();
                    return List.of(named(stranger, stranger.next(), System.currentTimeMillis(), -1, own));
                });
                on.nemesis("kill -9 of the leader behind it");
                on.leader().ifPresent(place -> place.strike());
                strikes.answered("the take-over behind that lie");
            }
            strikes.told();
        }
    }

    private static byte[] named(Stranger stranger, Word word, long clock, long previous, long flushed) {
        Tick last = word.tick();
        return stranger.writer.tick(
                Word.forged(last.epoch(), last.leaderHi(), last.leaderLo(), clock, previous, flushed));
    }

    private static List<byte[]> absurdTicks(Stranger stranger) {
        Word word = stranger.next();
        List<byte[]> ticks = new ArrayList<>();
        for (long epoch : around(word.epoch())) {
            ticks.add(stranger.writer.tick(
                    Word.forged(epoch, word.tick().leaderHi(), word.tick().leaderLo(), 0, -1, 0)));
        }
        ticks.add(stranger.writer.tick(Word.forged(word.epoch(), HI, LO, Long.MAX_VALUE, -1, 0)));
        ticks.add(stranger.writer.tick(Word.forged(word.epoch(), 0, 0, Long.MAX_VALUE, -1, 0)));
        ticks.add(named(stranger, word, Long.MAX_VALUE, -1, Long.MAX_VALUE));
        return ticks;
    }

    private static void resign(Scene on) {
        try (Strikes strikes = new Strikes(on)) {
            Stranger stranger = strikes.stranger();
            for (int round = 0; round < on.rounds(10, 2); round++) {
                strikes.ignored(String.format(SHOWN, "resign"), () -> {
                    Word word = stranger.next();
                    List<byte[]> resigns = new ArrayList<>();
                    for (long epoch : around(word.epoch())) {
                        resigns.add(stranger.writer.resign(
                                epoch, word.tick().leaderHi(), word.tick().leaderLo()));
                    }
                    resigns.add(stranger.writer.resign(word.epoch(), HI, LO));
                    resigns.add(stranger.writer.resign(word.epoch(), 0, 0));
                    return resigns;
                });
                strikes.effective("a RESIGN in the leader's name", () -> {
                    Tick last = stranger.next().tick();
                    return List.of(stranger.writer.resign(last.epoch(), last.leaderHi(), last.leaderLo()));
                });
            }
            strikes.told();
        }
    }

    private static void rules(Scene on) {
        try (Strikes strikes = new Strikes(on)) {
            Stranger stranger = strikes.stranger();
            Rules now = stranger.rules();
            for (int round = 0; round < on.rounds(5, 1); round++) {
                Rules next = now.as(now.rulesVersion() + 1, 1);
                strikes.ignored(
                        String.format(SHOWN, "rules"),
                        () -> List.of(
                                stranger.writer.rules(next.as(next.rulesVersion() - 1, 1)),
                                stranger.writer.rules(next.as(next.rulesVersion() + 1, 1)),
                                stranger.writer.rules(next.as(Integer.MAX_VALUE, 1)),
                                stranger.writer.rules(Rules.first(~on.seed()).as(next.rulesVersion(), 1))));
                strikes.effective("RULES of the next version", () -> List.of(stranger.writer.rules(next)));
                now = next;
                int version = now.rulesVersion();
                on.await(
                        "rules " + version,
                        () -> on.leader()
                                .flatMap(place -> place.status())
                                .map(status -> status.encode().contains("\"rules\":" + version))
                                .orElse(false));
            }
            strikes.told();
        }
    }

    private static void skip(Scene on) {
        on.expectExit(ExitCode.LATE_SKIP.number());
        try (Strikes strikes = new Strikes(on)) {
            Stranger stranger = strikes.stranger();
            for (int round = 0; round < on.rounds(3, 1); round++) {
                // None of these names a caller's record that no TICK has passed: such a SKIP would void the answer, by
                // design.
                strikes.ignored(String.format(SHOWN, "skip"), () -> {
                    long passed = stranger.next().tick().applied() - 1;
                    long ahead = stranger.end() + 1_000_000;
                    return Stream.of(passed, passed / 2, 0L, -1L, ahead, Long.MAX_VALUE, Long.MIN_VALUE)
                            .map(stranger.writer::skip)
                            .toList();
                });
                long before = ends(on);
                for (int i = 0; i < SKIP_TRIES_MAX && ends(on) == before; i++) {
                    // A TICK between the record and its SKIP voids the SKIP.
                    strikes.effective("a SKIP of the stranger's own last record", () -> {
                        stranger.next();
                        return List.of(stranger.writer.skip(stranger.write(new byte[] {1})));
                    });
                }
                on.require(ends(on) > before, "no SKIP of a last record took effect in " + SKIP_TRIES_MAX + " tries");
                on.awaitAll();
            }
            strikes.told();
        }
    }

    /** How many processors have ended at a late SKIP. */
    private static long ends(Scene on) {
        return on.processors().stream()
                .flatMap(place -> place.exits().stream())
                .filter(code -> code == ExitCode.LATE_SKIP.number())
                .count();
    }
}
