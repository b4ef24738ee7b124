package dev.hotlane.infra.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.infra.history.Callers;
import dev.hotlane.infra.history.LogDump;
import dev.hotlane.infra.history.Recorder;
import dev.hotlane.infra.history.TableDump;
import dev.hotlane.infra.history.Workload;
import dev.hotlane.infra.history.WorkloadSettings;
import dev.hotlane.infra.history.check.Checker;
import dev.hotlane.infra.history.check.Report;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.infra.stack.RealStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Everything the contract offers, through two gateways, with a kill -9 in the middle, recorded and checked. */
@Tag("it")
@ExtendWith(RealStack.class)
class RecordedRunTest {
    private static final int ANSWERS = Integer.getInteger("answers", 3_000);

    /** Shorter than a restart takes, so that some outcomes are unknown. */
    private static final long ANSWER_MS_MAX = 1_000;

    @TempDir
    Path directory;

    private final WholeLane on;

    RecordedRunTest(Lane lane) {
        on = new WholeLane(lane, WholeLane.rules(1_500, Duration.ofMinutes(10)));
    }

    @Test
    void recordsWhatCallersSawWhileTheProcessorWasKilled() throws IOException {
        Path keep = System.getProperty("keep") == null ? directory : Path.of(System.getProperty("keep"));
        Files.createDirectories(keep);
        long seed = Seeds.next();
        try (on) {
            Client client = on.serve();
            Gateway second = on.gateway(1);
            List<String> gateways = List.of("http://127.0.0.1:" + client.port(), "http://127.0.0.1:" + second.port());
            try (Recorder recorder = Recorder.create(keep.resolve("history.jsonl"));
                    Callers callers = new Callers(gateways, recorder, ANSWER_MS_MAX)) {
                Workload load = Workload.start(callers, WorkloadSettings.of("w", seed));
                load.awaitAnswers(ANSWERS / 2);
                recorder.nemesis("kill -9 processor");
                on.processor.kill9();
                on.processor.start();
                load.awaitAnswers(ANSWERS / 2);
                System.out.println(load.stop(Duration.ofSeconds(60)));
            }
            // In this order: the log must reach as far as the tables.
            TableDump.write(on.lane.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD, keep.resolve("tables.jsonl"));
            LogDump.write(on.lane.stack().bootstrapServers(), on.lane.name(), keep.resolve("log.jsonl"));
            Report report = Checker.check(
                    keep.resolve("history.jsonl"), keep.resolve("log.jsonl"), keep.resolve("tables.jsonl"), false);
            System.out.println(report.summary());
            assertThat(report.told()).isEmpty();
            assertThat(report.unknown()).as("attempts that ended unknown").isPositive();
        }
    }
}
