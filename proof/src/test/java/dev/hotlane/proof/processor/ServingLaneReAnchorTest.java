package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.infra.repair.FarReplies;
import dev.hotlane.infra.repair.ReAnchor;
import dev.hotlane.infra.repair.RepairException;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A new topic with another lane's name does not hide that the old lane's processor serves. */
@Tag("it")
@ExtendWith(RealStack.class)
class ServingLaneReAnchorTest {
    private final Lane lane;
    private final List<String> lines = new ArrayList<>();

    @TempDir
    private Path directory;

    ServingLaneReAnchorTest(Lane lane) {
        this.lane = lane;
    }

    @Test
    void isRefusedUntilTheOldProcessorIsDownAndSaysWhatIsGivenUp() throws Exception {
        KafkaConnection brokers = lane.stack().connection();
        try (ProcessorLane on = ProcessorLane.create(lane, directory)) {
            String anew = on.name + "_anew";
            Topics.ensure(brokers, anew, 2, LaneRules.small(1));
            ReAnchor anchor = new ReAnchor(brokers, anew, on.mysql(), lines::add);
            try (Started started = on.ready()) {
                Awaitility.await()
                        .until(() -> started.processor().status().offsets().flushed() > 0);
                assertThatThrownBy(() -> anchor.run(true, "test", FarReplies.REFUSE))
                        .isInstanceOf(RepairException.class)
                        .hasMessageContaining("a processor runs: its TICK came at offset")
                        .hasMessageContaining("of " + on.name + ".commands");
                assertThat(started.halted()).isNotDone();
            }
            on.caller.append(null, new byte[1]).get();
            anchor.run(false, "test", FarReplies.REFUSE);
            // MySQL holds neither the TICK behind the RESIGN nor the garbage.
            assertThat(lines).anyMatch(line -> line.contains("Its last 2 records are given up"));
        }
    }
}
