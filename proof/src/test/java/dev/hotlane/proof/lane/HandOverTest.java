package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.RecordKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An orderly stop: the next leader need not wait for the silence. */
@Tag("it")
@ExtendWith(RealStack.class)
class HandOverTest {
    private static final int CALLERS = 16;

    /** Before this silence is over only a resigned leadership can be taken. */
    private static final String PATIENT = "--takeover-silence-ms=3600000";

    private final WholeLane on;

    HandOverTest(Lane lane) {
        on = new WholeLane(lane);
    }

    @Test
    void aStoppedProcessorResignsFlushesAndIsFollowedAtOnce() {
        try (on) {
            Client client = on.serve();
            Load load = Load.start(client, "stop", Seeds.next(), CALLERS);
            for (int stop = 1; stop <= 2; stop++) {
                load.awaitAnswers(500);
                assertThat(on.processor.stop())
                        .as(() -> on.processor.process().tail())
                        .isZero();
                Census census = on.census();
                assertThat(census.count(RecordKind.RESIGN)).isEqualTo(stop);
                assertThat(on.verify().nextOffset()).isGreaterThan(census.last(RecordKind.RESIGN));
                on.processor.start(PATIENT).awaitLeading();
            }
            load.awaitAnswers(200);
            on.requireOneStory(client, load.stop());
        }
    }
}
