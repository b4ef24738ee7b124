package dev.hotlane.jmh.lane.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import dev.hotlane.jmh.lane.http.LaneJvms;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bench measures and checks itself: half a second of each, the figures do not matter. */
class TransactionsBenchTest {
    @Test
    @Tag("it")
    void readersFindWhatWasCommittedAndNotWhatWasAborted() throws InterruptedException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        LaneJvms small = new LaneJvms(Jvm.SMALL, List.of(), List.of(), List.of());
        TransactionsSettings settings =
                new TransactionsSettings(10, 2, 100, 4, Duration.ZERO, Duration.ofMillis(500), 2);
        try (BenchLane lane = BenchLane.start(small, Form.NODE, Map.of())) {
            TransactionsBench bench =
                    new TransactionsBench(lane, settings, new PrintStream(output, true, StandardCharsets.UTF_8));
            assertThat(bench.run()).as(output.toString(StandardCharsets.UTF_8)).isTrue();
        }
        assertThat(output.toString(StandardCharsets.UTF_8))
                .contains("MySQL equals the log")
                .contains("1 aborted")
                .contains("| client and broker |")
                .containsPattern("readers found [1-9]");
    }

    @Test
    void aTransactionCostsWhatWasUsedMoreThanWithoutIt() {
        TransactionRound round = new TransactionRound(
                10, Map.of("client", 0.03, "broker", 0.25), Map.of("client", 0.01, "broker", 0.23));
        assertThat(round.millis("client")).isCloseTo(2, within());
        assertThat(round.millis()).isCloseTo(4, within());
        assertThat(Median.of(List.of(round, round), TransactionRound::millis)).isCloseTo(4, within());
    }

    @Test
    void theConsequencesAreThoseOfTheDesign() {
        assertThat(TransactionRound.consequence(4)).contains("each");
        assertThat(TransactionRound.consequence(4.01)).contains("every second");
        assertThat(TransactionRound.consequence(8.01)).contains("no feed");
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-9);
    }
}
