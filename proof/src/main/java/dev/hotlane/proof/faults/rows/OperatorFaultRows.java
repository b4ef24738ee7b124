package dev.hotlane.proof.faults.rows;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.RecordForger;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.SceneOperator;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.protocol.Tick;
import java.util.List;
import java.util.regex.Pattern;

/** Faults at which every processor ends at each start, until an operator follows its last message. */
public final class OperatorFaultRows {
    private static final Pattern CURE = Pattern.compile("`hotlane skip (\\d+) --look`");

    /** Two TICKs stop no process; one SKIP is enough for any number of them. */
    private static final int LAST_WORDS = 5;

    private OperatorFaultRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "F90",
                        "transactions on the command topic, committed and aborted, MySQL far behind; `hotlane skip`",
                        "both end at each gap and at each start; skipped, they serve again and nothing is lost",
                        ScenePlan.USUAL,
                        OperatorFaultRows::gaps),
                FaultRow.of(
                        "F91",
                        "forged TICKs as the last words of a leader that was killed with its standby; `hotlane skip`",
                        "both end with DIVERGED and name the last one's offset; skipped, they serve again",
                        ScenePlan.USUAL,
                        OperatorFaultRows::forgedTicks));
    }

    private static void gaps(Scene on) {
        on.expectExit(ExitCode.OFFSET_GAP.number());
        int rounds = on.rounds(4, 2);
        for (int round = 0; round < rounds; round++) {
            on.load().awaitAnswers(200);
            on.stack().mysql().suspend();
            on.load().awaitAnswers(200);
            boolean commits = round % 2 == 0;
            int records = 1 + round;
            endsAt(on, ExitCode.OFFSET_GAP, () -> transaction(on, records, commits));
            on.stack().mysql().resume();
            cured(on, ExitCode.OFFSET_GAP, " missing)", "quarantined already");
        }
        on.fact(rounds + " transactions, each ended both processors at every start until its gap was skipped");
    }

    private static void transaction(Scene on, int records, boolean commits) {
        on.nemesis("a transaction of " + records + " records");
        try (RecordForger scribe = RecordForger.transactional(on)) {
            scribe.producer().beginTransaction();
            for (int i = 0; i < records; i++) {
                scribe.write(null, new byte[i]);
            }
            if (commits) {
                scribe.producer().commitTransaction();
            } else {
                scribe.producer().abortTransaction();
            }
        }
    }

    private static void forgedTicks(Scene on) {
        on.expectExit(ExitCode.DIVERGED.number());
        int rounds = on.rounds(3, 1);
        for (int round = 0; round < rounds; round++) {
            on.load().awaitAnswers(200);
            long last = forge(on);
            ChildSlot first = on.processors().get(0);
            Refusing.expect(on, first, ExitCode.DIVERGED);
            on.require(named(first) == last, "the last forged TICK is at " + last + ". " + first.tail());
            cured(on, ExitCode.DIVERGED, "the SKIP changes no state", "");
        }
        on.fact(rounds + " dead leaders, " + LAST_WORDS
                + " forged TICKs each: both processors ended at every start until" + " one was skipped");
    }

    /** Forges TICKs that name a previous TICK that the log does not have; returns the offset of the last one. */
    private static long forge(Scene on) {
        try (Stranger stranger = new Stranger(on)) {
            on.killProcessors();
            Tick word = stranger.last().tick();
            on.nemesis("forged TICKs of a dead leader");
            Tick forged = Stranger.Word.forged(
                    word.epoch(), word.leaderHi(), word.leaderLo(), word.wallClock(), Long.MAX_VALUE, 0);
            long last = -1;
            for (int i = 0; i < LAST_WORDS; i++) {
                last = stranger.write(stranger.writer.tick(forged));
            }
            // This TICK voids the SKIP for the state. The SKIP still ends the followers' doubt about the leader.
            Tick past = new Tick(word.epoch(), 47, 11, 0, -1, 0, last + 1, 0, 0);
            stranger.write(stranger.writer.tick(past));
            return last;
        }
    }

    /** Makes the fault and waits until both processors have ended with that code. */
    private static void endsAt(Scene on, ExitCode code, Runnable harm) {
        List<ChildSlot> processors = on.processors();
        processors.forEach(ChildSlot::leaveAlone);
        List<Integer> lives =
                processors.stream().map(place -> place.exits().size()).toList();
        harm.run();
        for (int i = 0; i < processors.size(); i++) {
            Refusing.awaitEnd(on, processors.get(i), lives.get(i), code);
        }
    }

    /**
     * Skips the named record until the processors serve again; each must first end with that code and name that record.
     *
     * @param shown words that `skip --look` must print
     * @param again words of the refusal of a second `skip`; empty if it is not refused
     */
    private static void cured(Scene on, ExitCode code, String shown, String again) {
        List<ChildSlot> processors = on.processors();
        long offset = named(processors.get(0));
        for (ChildSlot place : processors) {
            Refusing.expect(on, place, code);
            on.require(named(place) == offset, place.name() + " does not name " + offset + ". " + place.tail());
        }
        SceneOperator operator = new SceneOperator(on);
        operator.tells(shown, "skip", Long.toString(offset), "--look");
        operator.runs("skip", Long.toString(offset));
        if (!again.isEmpty()) {
            operator.isRefused(again, "skip", Long.toString(offset));
        }
        processors.forEach(ChildSlot::startOnce);
        on.await(
                "a leader, or another gap",
                () -> on.leader().isPresent() || processors.stream().noneMatch(ChildSlot::isAlive));
        if (on.leader().isEmpty()) {
            cured(on, code, shown, again);
        }
        processors.forEach(ChildSlot::start);
        on.awaitAll();
    }

    private static long named(ChildSlot place) {
        return CURE.matcher(place.tail())
                .results()
                .reduce((first, last) -> last)
                .map(last -> Long.parseLong(last.group(1)))
                .orElseThrow(() -> new RowFailure(place.name() + " does not say what to skip. " + place.tail()));
    }
}
