package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.protocol.RecordKind;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two nodes fail over into each other: an orderly stop, a halt, a shared reply partition. */
@Tag("it")
@ExtendWith(RealStack.class)
class NodesTest {
    private static final int CALLERS = 16;

    /** Before this silence is over only a resigned leadership can be taken. */
    private static final String PATIENT = "--takeover-silence-ms=3600000";

    private static final String BEATS = "--gateway-beat-age-max-ms=10000";

    private final WholeLane on;
    private final ProcessorChild first;
    private final ProcessorChild second;

    NodesTest(Lane lane) {
        on = new WholeLane(lane);
        first = on.node(0);
        second = on.node(1);
    }

    @AfterEach
    void end() {
        on.close();
    }

    /** Callers that each make one call after the other and end with the first answer other than 200. */
    private static final class Until503 {
        private final Client client;
        private final Map<Object, Integer> last = new ConcurrentHashMap<>();
        private final AtomicInteger done = new AtomicInteger();
        private final CountDownLatch running = new CountDownLatch(CALLERS);

        Until503(Client client) {
            this.client = client;
            IntStream.range(0, CALLERS).forEach(caller -> next(caller, 0));
        }

        private void next(int caller, int call) {
            Future<Answer> sent = client.send(Call.add("stop-" + caller + "-" + call, "stock:" + caller, 1));
            sent.onComplete(told -> {
                if (told.succeeded() && told.result().status() == 200) {
                    done.incrementAndGet();
                    next(caller, call + 1);
                } else {
                    last.merge(told.succeeded() ? told.result().status() : told.cause(), 1, Integer::sum);
                    running.countDown();
                }
            });
        }

        Map<Object, Integer> last() throws InterruptedException {
            assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
            return last;
        }
    }

    @Test
    void aLeadingNodeThatIsStoppedAnswersAllCallsResignsAndIsFollowedAtOnce() throws Exception {
        first.start(BEATS).awaitLeading();
        second.start(PATIENT, BEATS).awaitFollowing();
        Client client = on.client(first);
        WholeLane.awaitServing(client);
        Until503 callers = new Until503(client);
        Awaitility.await().until(() -> callers.done.get() > 500);
        assertThat(first.metric("hotlane_reply_handed_over_total")).isPositive();

        assertThat(first.stop()).as(() -> first.process().tail()).isZero();
        assertThat(callers.last()).isEqualTo(Map.of(503, CALLERS));
        second.awaitLeading();
        Client other = on.client(second);
        WholeLane.awaitServing(other);
        long sum = IntStream.range(0, CALLERS)
                .mapToLong(caller ->
                        WholeLane.told(other, Call.read("stock:" + caller)).value())
                .sum();
        assertThat(sum).isEqualTo(callers.done.get());
        Census census = on.census();
        assertThat(census.count(RecordKind.RESIGN)).isOne();
        System.out.printf(
                "From RESIGN to LEAD of a node: %d ms%n",
                census.lastTime(RecordKind.LEAD) - census.lastTime(RecordKind.RESIGN));
        on.verify();
    }

    @Test
    void aNodeThatIsStoppedAloneFlushesBehindItsResign() {
        first.start(BEATS).awaitLeading();
        Client client = on.client(first);
        WholeLane.awaitServing(client);
        assertThat(client.call(Call.add("one", "stock:a", 1)).status()).isEqualTo(200);
        assertThat(first.stop()).as(() -> first.process().tail()).isZero();
        assertThat(on.verify().nextOffset()).isGreaterThan(on.census().last(RecordKind.RESIGN));
    }

    @Test
    void callersOfANodeThatHaltsSettleTheirCallsAtTheOther() {
        first.with(FaultyBuild.poisonedByIds(first.directory()));
        first.start(BEATS).awaitLeading();
        second.start(BEATS).awaitFollowing();
        Client client = on.client(first);
        WholeLane.awaitServing(client);
        assertThat(client.call(Call.add("stock", "stock:a", 10)).status()).isEqualTo(200);

        assertThatThrownBy(() -> client.call(Call.add("poison-1", "stock:a", -3)))
                .as("a closed connection")
                .isNotInstanceOf(AssertionError.class);
        assertThat(first.awaitExit()).isEqualTo(ExitCode.STAGE_FAILED.number());
        Client other = on.client(second);
        Answer told = WholeLane.told(other, Call.add("poison-1", "stock:a", -3));
        assertThat(told.status()).as(told.body()).isEqualTo(200);
        assertThat(told.replayed()).isTrue();
        assertThat(WholeLane.told(other, Call.read("stock:a")).value()).isEqualTo(7);
        on.awaitFlushed(other, told.offset());
        on.verify();
    }

    @Test
    void twoNodesThatShareAReplyPartitionAnswerTheirOwnCallers() {
        second.asNode(0);
        first.start(BEATS).awaitLeading();
        second.start("--takeover-silence-ms=5000", BEATS).awaitFollowing();
        List<Client> clients = List.of(on.client(first), on.client(second));
        clients.forEach(WholeLane::awaitServing);
        Load one = Load.start(clients.get(0), "one", Seeds.next(), CALLERS);
        Load two = Load.start(clients.get(1), "two", Seeds.next(), CALLERS);
        one.awaitAnswers(300);
        two.awaitAnswers(300);
        assertThat(first.metric("hotlane_reply_handed_over_total")).isPositive();
        assertThat(second.metric("hotlane_reply_handed_over_total")).isZero();

        one.stop();
        assertThat(first.stop()).as(() -> first.process().tail()).isZero();
        two.awaitAnswers(300);
        assertThat(second.metric("hotlane_reply_handed_over_total")).isPositive();
        first.start(BEATS).awaitFollowing();
        WholeLane.awaitServing(clients.get(0));
        Load again = Load.start(clients.get(0), "again", Seeds.next(), CALLERS);
        again.awaitAnswers(300);
        again.stop();
        two.stop();
        on.verify();
    }
}
