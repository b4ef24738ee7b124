package dev.hotlane.proof.flusher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.faults.wire.Wire;
import dev.hotlane.proof.faults.wire.WireCut;
import java.io.IOException;
import java.net.URI;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The answer to a COMMIT is lost: the meta row shows the outcome, and the batch is written once. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class CommitOutcomeTest {
    private static final int ROUNDS = 5;

    @ParameterizedTest
    @EnumSource
    void anUnknownOutcomeIsSettledByTheMetaRow(WireCut cut, Lane lane) throws IOException {
        ScriptedLog log = new ScriptedLog(Seeds.next(), 300, 2_000, 300);
        int port = URI.create(lane.jdbcUrl().substring("jdbc:".length())).getPort();
        try (Wire wire = new Wire("127.0.0.1", 0, port)) {
            String url = lane.jdbcUrl().replaceFirst(":\\d+/", ":" + wire.port() + "/");
            settle(log, cut, wire, FlushingLane.settings(url, lane));
        }
    }

    private static void settle(ScriptedLog log, WireCut cut, Wire wire, FlushSettings settings) {
        try (FlushingLane flushing = FlushingLane.virgin(log, settings)) {
            flushing.feed(100);
            flushing.flushAll();
            for (int round = 1; round <= ROUNDS; round++) {
                int failuresBefore = flushing.failures.size();
                wire.cutAt(cut);
                flushing.feed(700);
                flushing.batching.offerCut(flushing.replay.cut());
                int expectedCuts = round;
                Awaitility.await().until(() -> wire.cuts() == expectedCuts);
                flushing.assertMySqlHoldsEverything();
                assertThat(flushing.failures).hasSizeGreaterThan(failuresBefore);
            }
            assertThat(flushing.flushes)
                    .as("every cut once, in order")
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
    }
}
