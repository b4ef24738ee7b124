package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.log.LoggedLines;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The processor's message about MySQL at an orderly stop. */
@Tag("it")
class StopTest extends OnALane {
    private static final Duration SHORT = Duration.ofMillis(500);

    private final LoggedLines said = LoggedLines.of("dev.hotlane.processor.LaneStop");

    StopTest(Lane lane) {
        super(lane);
    }

    @AfterEach
    void listenNoMore() {
        said.close();
    }

    @Test
    void aStopThatLeavesMySqlBehindIsAWarningThatNamesWhatIsMissingAndTheNextLeaderFlushesIt() throws Exception {
        long flushed;
        try (Started started = on.start(stoppingWithin(SHORT))) {
            assertThat(started.processor().awaitReady(Duration.ofSeconds(60))).isTrue();
            on.caller.call("before", Command.transact(Op.add("k", 1)));
            on.sql("RENAME TABLE hl_counter TO away");
            long missed =
                    on.caller.call("behind", Command.transact(Op.add("k", 1))).sequence();
            Awaitility.await().until(() -> started.processor().status().flush().failures() > 0);
            flushed = started.processor().status().offsets().flushed();
            assertThat(flushed).isLessThanOrEqualTo(missed);
        }
        on.sql("RENAME TABLE away TO hl_counter");
        assertThat(said.lines())
                .singleElement()
                .asString()
                .startsWith("WARN stopped at offset ")
                .contains(", MySQL at " + flushed + ":", "records of this leader are not in MySQL", "next leader");

        on.ready().close();
        assertThat(said.lines()).hasSize(2).last().asString().startsWith("INFO stopped at offset ");
        assertThat(on.stored().values()).isEqualTo(Map.of("k", 2L));
    }

    private ProcessorSettings stoppingWithin(Duration patience) {
        ProcessorSettings usual = on.settings();
        return usual.withPatience(usual.patience().withStop(patience));
    }
}
