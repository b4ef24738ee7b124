package dev.hotlane.proof.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checker A over local answers that are true, and over each kind that is not. One event of the runs takes 1 ms. */
class LocalReadCheckTest {
    private static final String KEY = "stock:a";

    @TempDir
    Path directory;

    /** Adds events to a run. */
    private interface Script {
        void play(SyntheticRun run) throws IOException;
    }

    private CheckReport check(Script script) throws IOException {
        try (SyntheticRun run = new SyntheticRun(directory, 3)) {
            run.call();
            script.play(run);
        }
        return Checker.check(
                directory.resolve("history.jsonl"),
                directory.resolve("log.jsonl"),
                directory.resolve("tables.jsonl"),
                false);
    }

    @Test
    void takesATrueAnswer() throws IOException {
        CheckReport report = check(run -> {
            run.readsLocally(KEY, "&minOffset=" + run.last(), run.last(), 0);
            run.call();
            run.readsLocally(KEY, "", run.last() - 1, 20);
            run.readsLocally(KEY, "", run.last(), 0);
        });
        assertThat(report.details()).isEmpty();
        assertThat(report.fromView()).isEqualTo(3);
        assertThat(report.fromLane()).isZero();
        assertThat(report.oldestMs()).isEqualTo(20);
    }

    /** The answer before is received 1 ms before the call begins. */
    @Test
    void findsAnAgeThatIsTooSmall() throws IOException {
        assertThat(check(run -> run.readsLocally(KEY, "", run.last() - 1, 1)).details())
                .isEmpty();
        assertThat(check(run -> run.readsLocally(KEY, "", run.last() - 1, 0)).findings())
                .containsOnlyKeys("STALE");
    }

    /** A local answer shows that its record exists, at another gateway too. */
    @Test
    void findsAnAgeThatAnotherLocalAnswerDisproves() throws IOException {
        CheckReport report = check(run -> {
            run.reads(KEY);
            long before = run.last();
            run.reads(KEY);
            run.readsLocally(KEY, "", run.last(), 0);
            run.readsAtAnother(KEY, before, 0);
        });
        assertThat(report.findings()).containsOnlyKeys("STALE");
    }

    @Test
    void findsAValueOfAnotherOffset() throws IOException {
        CheckReport report = check(run -> {
            long before = run.last();
            run.increments(KEY);
            run.readsLocally(KEY, "", before, 100);
        });
        assertThat(report.findings()).containsOnlyKeys("ANSWER");
    }

    @Test
    void findsAnOffsetPastTheEndOfTheLog() throws IOException {
        assertThat(check(run -> run.readsLocally(KEY, "", run.last() + 1, 0)).findings())
                .containsOnlyKeys("ANSWER");
    }

    @Test
    void findsAnOffsetBelowTheOneThatWasNamed() throws IOException {
        assertThat(check(run -> run.readsLocally(KEY, "&minOffset=" + run.last(), run.last() - 1, 100))
                        .findings())
                .containsOnlyKeys("MIN_OFFSET");
    }

    @Test
    void findsAViewThatGoesBack() throws IOException {
        CheckReport report = check(run -> {
            run.readsLocally(KEY, "", run.last(), 0);
            run.readsLocally(KEY, "", run.last() - 1, 100);
        });
        assertThat(report.findings()).containsOnlyKeys("VIEW_WENT_BACK");
    }

    @Test
    void letsTheViewsOfTwoGatewaysDiffer() throws IOException {
        CheckReport report = check(run -> {
            run.readsLocally(KEY, "", run.last(), 0);
            run.readsAtAnother(KEY, run.last() - 1, 100);
        });
        assertThat(report.details()).isEmpty();
    }

    @Test
    void letsAViewGoBackAfterTheLogWasRewritten() throws IOException {
        CheckReport report = check(run -> {
            long garbage = run.garbage();
            run.readsLocally(KEY, "", garbage, 0);
            run.skip(garbage);
            run.readsLocally(KEY, "", garbage - 1, 100);
        });
        assertThat(report.details()).isEmpty();
    }
}
