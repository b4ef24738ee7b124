package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.processor.halt.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a node must not start with: it ends with the processor's exit code, or with the gateway's 1. */
@Tag("it")
@ExtendWith(RealStack.class)
class NodeRefusalTest {
    private final Lane lane;
    private final ProcessorChild node;

    NodeRefusalTest(Lane lane) {
        this.lane = lane;
        node = new ProcessorChild(lane, "node").asNode(0);
    }

    @AfterEach
    void end() {
        node.close();
    }

    private void ends(int code, String... words) {
        assertThat(node.awaitExit()).as(() -> node.process().tail()).isEqualTo(code);
        assertThat(node.process().tail()).contains(words).doesNotContain("\tat dev.hotlane");
    }

    private void createTopics() {
        Topics.ensure(lane.stack().connection(), lane.name(), 2, LaneRules.small(1));
    }

    @Test
    void noMySql() {
        createTopics();
        node.start("--mysql-url=jdbc:mysql://127.0.0.1:1/nowhere", "--start-patience-ms=1000");
        ends(ExitCode.MYSQL_UNREACHABLE.number(), "MYSQL_UNREACHABLE");
    }

    @Test
    void noTopics() {
        node.start("--start-patience-ms=1000");
        ends(ExitCode.TOPIC_MISSING.number(), "TOPIC_MISSING", lane.name() + ".commands");
    }

    @Test
    void noBroker() {
        node.start("--kafka-bootstrap-servers=127.0.0.1:1", "--start-patience-ms=1000");
        ends(ExitCode.KAFKA_UNREACHABLE.number(), "KAFKA_UNREACHABLE");
    }

    @Test
    void aPortThatIsTaken() throws IOException {
        createTopics();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            node.start("--gateway-port=" + taken.getLocalPort());
            ends(1, "can't listen on 127.0.0.1:" + taken.getLocalPort(), "choose another port");
        }
    }

    @Test
    void aReplyPartitionThatIsNotThere() {
        createTopics();
        node.start("--gateway-reply-partition=9");
        ends(1, lane.name() + ".replies has partitions 0..1, this gateway is set to use partition 9");
    }
}
