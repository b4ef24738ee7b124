package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A stock Kafka Connect with Debezium's JDBC sink keeps a table equal to the topic of counters, through a kill -9. */
@Tag("it")
@ExtendWith(RealStack.class)
class WarehouseSinkTest {
    private static final Duration EQUAL_MAX = Duration.ofMinutes(2);

    @Test
    void theTableEqualsTheCountersAlsoAfterTheWorkerWasKilled(Lane lane) throws Exception {
        long seed = Long.getLong("seed", 1);
        System.out.println("-Dseed=" + seed);
        Stack stack = lane.stack();
        String topic = lane.name() + ".counters";
        try (TopicAdmin admin = new TopicAdmin(stack.connection())) {
            admin.create(new TopicSpec(topic, 1, Map.of("cleanup.policy", "compact")), 1);
        }
        WarehouseTable table = new WarehouseTable(lane);
        try (ScriptedFeed feed = new ScriptedFeed(stack.connection(), topic, seed);
                ConnectWorker worker = new ConnectWorker(stack, lane.name(), table.connectorLines())) {
            cuts(feed, 1);
            worker.start();
            worker.awaitRunning();
            cuts(feed, 20);
            Awaitility.await("rows").atMost(EQUAL_MAX).until(() -> !table.rows().isEmpty());
            worker.kill9();
            cuts(feed, 20);
            worker.start();
            worker.awaitRunning();
            awaitEqual(table, worker, feed);
            cuts(feed, 20);
            awaitEqual(table, worker, feed);
        }
    }

    private static void cuts(ScriptedFeed feed, int count) {
        for (int i = 0; i < count; i++) {
            feed.cut();
        }
    }

    private static void awaitEqual(WarehouseTable table, ConnectWorker worker, ScriptedFeed feed) {
        Awaitility.await("the table").atMost(EQUAL_MAX).untilAsserted(() -> {
            worker.requireRunning();
            assertThat(table.rows()).isEqualTo(feed.rows());
        });
    }
}
