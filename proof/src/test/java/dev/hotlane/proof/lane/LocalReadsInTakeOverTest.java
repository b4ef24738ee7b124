package dev.hotlane.proof.lane;

import static dev.hotlane.proof.lane.ClientCalls.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.client.Done;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneOp;
import dev.hotlane.client.TransactionResult;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.stack.StackServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The leading node is killed and MySQL stands still while callers read locally at the other node and at a gateway that
 * runs alone.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class LocalReadsInTakeOverTest {
    private static final int WRITERS = 4;
    private static final String BEATS = "--gateway-beat-age-max-ms=10000";

    /** Longer than a busy machine delays a leader: a take-over happens only after the leader's end. */
    private static final String UNHURRIED = "--takeover-silence-ms=2000";

    private final WholeLane on;
    private final ProcessorChild leader;
    private final ProcessorChild other;
    private final StackServer mysql;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong greatest = new AtomicLong();
    private volatile boolean writing = true;

    LocalReadsInTakeOverTest(Lane lane) {
        on = WholeLane.withView(lane);
        leader = on.node(0);
        other = on.node(1);
        mysql = lane.stack().mysql();
    }

    @AfterEach
    void end() {
        writing = false;
        mysql.resume();
        on.close();
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(Duration.ofSeconds(60));
    }

    /** Moves units between the two counters, one transaction after the other. */
    private void write(LaneClient client) {
        while (writing) {
            Done<TransactionResult> moved = (Done<TransactionResult>) client.transact(
                            LaneOp.add(LocalReader.PLUS, 1),
                            LaneOp.add(LocalReader.MINUS, -1).withoutMin())
                    .within(ClientCalls.PATIENCE)
                    .send();
            done.incrementAndGet();
            greatest.accumulateAndGet(moved.value().at().offset(), Math::max);
        }
    }

    @Test
    void noLocalReadFailsNorGoesBack() throws InterruptedException {
        leader.start(BEATS, UNHURRIED, "--view").awaitLeading();
        other.start(BEATS, UNHURRIED, "--view").awaitFollowing();
        int alone = on.viewingGateway(2).port();
        WholeLane.awaitServing(on.client(other));
        try (LaneClient client = ClientCalls.client(other.gatewayPort(), alone);
                LocalReader atNode = new LocalReader(other.gatewayPort());
                LocalReader atGateway = new LocalReader(alone)) {
            List<LocalReader> readers = List.of(atNode, atGateway);
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                Thread writer = new Thread(() -> write(client), "writer-" + i);
                writer.start();
                writers.add(writer);
            }
            readers.forEach(reader -> await("a view").until(() -> reader.last().plus() > 0));
            readers.forEach(LocalReader::forgive);
            await("writes").until(() -> done.get() > 300);

            mysql.suspend();
            long before = done.get();
            await("writes without MySQL").until(() -> done.get() > before + 100);
            readers.forEach(reader ->
                    await("a view that follows").until(() -> reader.last().plus() > before));

            leader.kill9();
            readers.forEach(LocalReader::oldestMs);
            other.awaitLeading();
            long killed = done.get();
            await("writes at the new leader").until(() -> done.get() > killed + 300);
            for (LocalReader reader : readers) {
                await("a view that follows the new leader")
                        .until(() -> reader.last().plus() > killed);
                await("a young view").until(() -> reader.last().ageMs() < 500);
                assertThat(reader.oldestMs()).as("age without a leader").isGreaterThan(1_000);
            }

            mysql.resume();
            writing = false;
            for (Thread writer : writers) {
                writer.join();
            }
            for (LocalReader reader : readers) {
                await("the last write").until(() -> reader.last().offset() >= greatest.get());
                assertThat(reader.last().plus()).isEqualTo(done.get());
                assertThat(reader.failures()).isEmpty();
            }
            assertThat(done(client.counters().get(LocalReader.PLUS)).value()).isEqualTo(done.get());
            System.out.printf(
                    "local reads during the take-over: %d at the node, %d at the gateway alone%n",
                    atNode.reads(), atGateway.reads());
            on.awaitFlushed(on.client(other), greatest.get());
            on.verify();
        }
    }
}
