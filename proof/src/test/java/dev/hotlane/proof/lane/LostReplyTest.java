package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.log.LogWriter;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The command ran and its answer was lost: a retry with the same key gets it, whichever process was killed. */
@Tag("it")
@ExtendWith(RealStack.class)
class LostReplyTest {
    private final WholeLane on;
    private final Lane lane;

    LostReplyTest(Lane lane) {
        on = new WholeLane(lane);
        this.lane = lane;
    }

    @AfterEach
    void end() {
        on.close();
    }

    /** The test writes the record itself, with the address of a gateway that does not run. */
    @Test
    void aRetryAfterACrashBetweenApplyAndReplyGetsTheOriginal() throws Exception {
        Client client = on.serve(WholeLane.PATIENT);
        client.call(Call.put("put", "stock", 5));
        long ran;
        try (LogWriter log = new LogWriter(lane.stack().connection(), lane.name() + ".commands")) {
            ran = log.command("order-1", Command.transact(Op.add("stock", -1))).offset();
        }
        assertThat(client.call(Call.read("stock")).value()).isEqualTo(4);
        on.processor.kill9();
        on.processor.start().awaitLeading();
        WholeLane.awaitServing(client);
        Answer retry = client.call(Call.add("order-1", "stock", -1));
        assertThat(retry.status()).isEqualTo(200);
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.offset()).isEqualTo(ran);
        assertThat(client.call(Call.read("stock")).value()).isEqualTo(4);
        on.verify();
    }

    /** The processor is suspended, so the gateway is killed with its request in the log and without a reply. */
    @Test
    void aGatewayKilledBetweenSendAndReplyLosesNothingAndAnotherTellsTheOriginal() {
        Client client = on.serve(WholeLane.PATIENT);
        client.call(Call.put("put", "stock", 5));
        try (GatewayChild dying = new GatewayChild(lane, 1).start()) {
            dying.awaitServing();
            on.processor.process().suspend();
            dying.post(
                    "/v1/reservations",
                    "order-1",
                    Deal.reserve("order-1", "stock", "limit:u7").body());
            awaitInLog("order-1");
            dying.kill9();
        }
        on.processor.process().resume();
        WholeLane.awaitServing(client);
        Answer retry = client.call(Deal.reserve("order-1", "stock", "limit:u7"));
        assertThat(retry.status()).isEqualTo(201);
        assertThat(retry.replayed()).isTrue();
        assertThat(retry.offset()).isEqualTo(on.census().offsets("order-1").get(0));
        assertThat(client.call(Call.read("stock")).value()).isEqualTo(4);
        assertThat(client.call(Deal.confirm("paid-1", "order-1")).status()).isEqualTo(200);
        on.awaitFlushed(client, client.call(Call.read("stock")).offset());
        on.verify();
    }

    @Test
    void reservationsOfAKilledProcessorAreAllKnownAfterwards() {
        Client client = on.serve(WholeLane.PATIENT);
        client.call(Call.put("put", "stock", 1_000));
        for (int round = 0; round < 3; round++) {
            int number = round;
            List<Call> calls = IntStream.range(0, 100)
                    .mapToObj(i -> Deal.reserve("r-" + number + "-" + i, "stock", "limit:" + number + ":" + i))
                    .toList();
            on.processor.kill9();
            on.processor.start();
            List<Answer> first = client.callAll(calls.stream());
            on.processor.awaitLeading();
            WholeLane.awaitServing(client);
            List<Answer> again = client.callAll(calls.stream());
            assertThat(again).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(201));
            for (int i = 0; i < first.size(); i++) {
                if (first.get(i).status() == 201) {
                    assertThat(again.get(i).body()).isEqualTo(first.get(i).body());
                } else {
                    assertThat(first.get(i).isHonestlyOpen()).isTrue();
                }
            }
            assertThat(client.call(Call.read("stock")).value()).isEqualTo(1_000 - 100 * (round + 1));
        }
        on.awaitFlushed(client, client.call(Call.read("stock")).offset());
        on.verify();
    }

    private void awaitInLog(String id) {
        Awaitility.await(id + " in the log")
                .atMost(Duration.ofSeconds(30))
                .until(() -> !on.census().offsets(id).isEmpty());
    }
}
