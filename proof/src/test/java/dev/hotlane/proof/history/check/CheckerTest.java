package dev.hotlane.proof.history.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checker A over long runs, and over files with wrong content. */
class CheckerTest {
    /** Calls, with two events each; {@code -Dcalls=500000} measures a million events. */
    private static final int CALLS = Integer.getInteger("calls", 20_000);

    @TempDir
    Path directory;

    @Test
    void checksALongRunInLinearTime() throws IOException {
        long seed = Long.getLong("seed", 7);
        try (SyntheticRun run = new SyntheticRun(directory, seed)) {
            for (int i = 0; i < CALLS; i++) {
                run.call();
            }
        }
        long begin = System.nanoTime();
        CheckReport report = check(directory.resolve("history.jsonl"));
        System.out.printf("%s in %,d ms%n", report.summary(), (System.nanoTime() - begin) / 1_000_000);
        assertThat(report.details()).isEmpty();
        assertThat(report.attempts()).isEqualTo(CALLS);
        assertThat(report.ok()).isGreaterThan(CALLS / 2);
    }

    @Test
    void letsACallOfUnknownOutcomeArriveLate() throws IOException {
        try (SyntheticRun run = new SyntheticRun(directory, 3)) {
            run.call();
            run.overtaken();
        }
        CheckReport report = check(directory.resolve("history.jsonl"));
        assertThat(report.details()).isEmpty();
        assertThat(report.unknownInLog()).isEqualTo(1);
    }

    @Test
    void comparesAnAnswerAboveAQuotaWithItsRecord() throws IOException {
        try (SyntheticRun run = new SyntheticRun(directory, 3)) {
            run.rules(2, "stateBytesMax", 5_000);
            for (int i = 0; i < 500; i++) {
                run.call();
            }
        }
        Path history = directory.resolve("history.jsonl");
        String answers = Files.readString(history);
        assertThat(answers).contains("\"code\":\"QUOTA_EXCEEDED\"", "\"outcome\":\"not_executed\"");
        CheckReport report = check(history);
        assertThat(report.details()).isEmpty();
        assertThat(report.notExecuted()).isZero();
        Files.writeString(history, answers.replaceFirst("(\"QUOTA_EXCEEDED\".*\"limit\":5)000", "$1001"));
        assertThat(check(history).findings()).containsOnlyKeys("ANSWER");
    }

    @Test
    void findsEachOfTheReadsThatShareARecord() throws IOException {
        sharedRead();
        CheckReport report = check(directory.resolve("history.jsonl"));
        assertThat(report.details()).isEmpty();
        assertThat(report.ok()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void comparesEachReadWithTheRecordThatItShares() throws IOException {
        sharedRead();
        Path history = directory.resolve("history.jsonl");
        String wrong = Files.readString(history).replaceFirst("(\"key\":\"stock:b\",[^}]*\"value\":)0", "$15");
        Files.writeString(history, wrong);
        assertThat(check(history).findings()).containsOnlyKeys("ANSWER");
    }

    @Test
    void findsAReadThatIsAnsweredByARecordWithoutItsKey() throws IOException {
        sharedRead();
        Path log = directory.resolve("log.jsonl");
        String without = Files.readString(log).replace("[\"stock:a\",\"stock:b\"]", "[\"stock:a\"]");
        Files.writeString(log, without);
        assertThat(check(directory.resolve("history.jsonl")).findings()).containsOnlyKeys("LOST");
    }

    @Test
    void findsAReadThatJoinedARecordSentBefore() throws IOException {
        try (SyntheticRun run = new SyntheticRun(directory, 3)) {
            run.readsBefore("stock:a", run.reads("stock:a"));
        }
        assertThat(check(directory.resolve("history.jsonl")).findings()).containsOnlyKeys("ORDER");
    }

    private void sharedRead() throws IOException {
        try (SyntheticRun run = new SyntheticRun(directory, 3)) {
            run.call();
            run.reads("stock:a", "stock:b", "stock:a");
            run.call();
        }
    }

    @Test
    void refusesTablesOfALaneThatNeverFlushed() throws IOException {
        run(1);
        Files.write(directory.resolve("tables.jsonl"), List.of());
        assertThatThrownBy(() -> check(directory.resolve("history.jsonl")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no row of hl_meta");
    }

    @Test
    void refusesAReAnchoredLane() throws IOException {
        run(1);
        Path tables = directory.resolve("tables.jsonl");
        Files.writeString(tables, Files.readString(tables).replace("\"sequence_base\":0", "\"sequence_base\":900"));
        assertThatThrownBy(() -> check(directory.resolve("history.jsonl")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("re-anchored");
    }

    @Test
    void followsALaneFromItsLostLogIntoTheNext() throws IOException {
        runAnchored(1L << 41);
        CheckReport report = checkBoth();
        assertThat(report.details()).isEmpty();
        assertThat(report.attempts()).isEqualTo(1_000);
    }

    @Test
    void findsThatNumbersAreGivenOutAgainAfterALoss() throws IOException {
        runAnchored(100);
        assertThat(checkBoth().findings()).containsKey("TABLES");
    }

    @Test
    void findsThatWhatWasHeldAtTheLossIsGone() throws IOException {
        runAnchored(1L << 41);
        Path tables = directory.resolve(SyntheticRun.LOST_TABLES);
        Files.writeString(tables, Files.readString(tables).replaceFirst("\"next_offset\":\\d+", "\"next_offset\":400"));
        assertThat(checkBoth().findings()).containsKeys("ANSWER", "TABLES");
    }

    private void runAnchored(long base) throws IOException {
        try (SyntheticRun run = new SyntheticRun(directory, 1)) {
            for (int i = 0; i < 500; i++) {
                run.call();
            }
            run.anchor(base);
            for (int i = 0; i < 500; i++) {
                run.call();
            }
        }
    }

    private CheckReport checkBoth() throws IOException {
        Part lost = new Part(directory.resolve(SyntheticRun.LOST_LOG), directory.resolve(SyntheticRun.LOST_TABLES));
        Part last = new Part(directory.resolve("log.jsonl"), directory.resolve("tables.jsonl"));
        return Checker.check(directory.resolve("history.jsonl"), List.of(lost, last), false);
    }

    @Test
    void findsThatTheLogEndsBeforeTheTables() throws IOException {
        run(10);
        Path log = directory.resolve("log.jsonl");
        List<String> lines = Files.readAllLines(log);
        Files.write(log, lines.subList(0, lines.size() - 1));
        assertThat(check(directory.resolve("history.jsonl")).findings()).containsKeys("GAP", "LOST");
    }

    @Test
    void refusesWhatIsNoHistory() throws IOException {
        run(1);
        Path other = Files.write(directory.resolve("other.jsonl"), List.of("no JSON at all"));
        assertThatThrownBy(() -> check(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a line of JSON is expected");
    }

    private void run(int calls) throws IOException {
        try (SyntheticRun run = new SyntheticRun(directory, 1)) {
            for (int i = 0; i < calls; i++) {
                run.call();
            }
        }
    }

    private CheckReport check(Path history) throws IOException {
        return Checker.check(history, directory.resolve("log.jsonl"), directory.resolve("tables.jsonl"), false);
    }
}
