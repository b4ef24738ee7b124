package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.TopicSpec;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A node that warms up: its port is closed until then, and nothing of the warm-up enters the real lane. */
@Tag("it")
@ExtendWith(RealStack.class)
class NodeWarmUpTest {
    private static final Duration SERVING_MAX = Duration.ofSeconds(90);
    private static final Duration PAGE_MAX = Duration.ofSeconds(5);

    private final Lane lane;
    private final ProcessorChild node;

    NodeWarmUpTest(Lane lane) {
        this.lane = lane;
        node = new ProcessorChild(lane, "node").asNode(0);
        Topics.ensure(lane.stack().connection(), lane.name(), 1, LaneRules.small(1));
    }

    @AfterEach
    void end() {
        node.close();
    }

    private boolean serves() {
        return new LocalPages(node.gatewayPort(), PAGE_MAX).ready();
    }

    private void assertPortIsClosed() {
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), node.gatewayPort()))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void leadsWhileItsPortIsClosedAndSendsNoCommandIntoTheLog() {
        // Longer than the test: the port stays closed until the speed no longer rises.
        node.start("--warm-up-max-ms=60000").awaitLeading();
        assertPortIsClosed();
        Awaitility.await("a call of the warm-up")
                .atMost(SERVING_MAX)
                .until(() -> node.process().tail().contains("warming up"));
        assertPortIsClosed();
        Awaitility.await("the open port").atMost(SERVING_MAX).until(this::serves);
        assertThat(node.process().tail()).containsPattern("warmed up in \\d+ ms by [1-9]\\d{2,} calls");
        assertThat(kinds())
                .contains(RecordKind.RULES, RecordKind.LEAD, RecordKind.TICK)
                .doesNotContain(RecordKind.COMMAND);
        assertThat(node.status().orElseThrow().getJsonObject("state").getLong("counters"))
                .isZero();
    }

    @Test
    void endsByASignalAtOnce() {
        node.start("--warm-up-max-ms=600000").awaitLeading();
        assertThat(node.stop()).as(() -> node.process().tail()).isZero();
    }

    private Set<RecordKind> kinds() {
        Set<RecordKind> kinds = EnumSet.noneOf(RecordKind.class);
        RecordView view = new RecordView();
        String topic = TopicSpec.commands(lane.name()).name();
        try (TopicLog log = new TopicLog(lane.stack().connection(), topic)) {
            log.read(log.startOffset(), log.endOffset(), record -> kinds.add(view.wrap(record.key(), record.value())));
        }
        return kinds;
    }
}
