package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.log.Uuid7;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A UUIDv7 carries the time of its client's clock, which may be fast or slow; the lane's clocks are right. {@link
 * OneClockOffTest} has wrong ones.
 */
@Tag("it")
@ExtendWith(RealStack.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IdTimeTest {
    private static final Duration WINDOW_AGE = Duration.ofSeconds(2);

    private final WholeLane on;
    private final Uuid7 ids = new Uuid7(Seeds.next());
    private Client client;

    IdTimeTest(Lane lane) {
        on = new WholeLane(lane, WholeLane.rules(1_000, WINDOW_AGE));
    }

    @BeforeAll
    void serve() {
        client = on.serve(WholeLane.PATIENT);
    }

    @AfterAll
    void end() {
        on.verify();
        on.close();
    }

    private String idOf(long time) {
        return ids.next(time).toString();
    }

    @Test
    void anIdElevenSecondsAheadIsRefusedAndRunsOnceItsTimeHasCome() {
        long time = System.currentTimeMillis() + 11_500;
        Call call = Call.add(idOf(time), "ahead", 1);
        Answer refused = client.call(call);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("ID_IN_FUTURE");
        assertThat(refused.json().getLong("serverTime")).isLessThan(time - 10_000);
        assertThat(valueOf("ahead")).isZero();
        assertThat(client.call(Call.get("/v1/commands/" + call.key())).status()).isEqualTo(404);

        Answer taken = Awaitility.await("its time")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> client.call(call), answer -> answer.status() != 400);
        assertThat(taken.status()).isEqualTo(200);
        assertThat(taken.replayed()).isFalse();
        assertThat(System.currentTimeMillis()).isGreaterThanOrEqualTo(time - 10_000);
        assertThat(client.call(call).replayed()).isTrue();
        assertThat(valueOf("ahead")).isEqualTo(1);
    }

    @Test
    void anIdNineSecondsAheadIsTaken() {
        Call call = Call.add(idOf(System.currentTimeMillis() + 9_000), "soon", 1);
        assertThat(client.call(call).status()).isEqualTo(200);
        assertThat(client.call(call).replayed()).isTrue();
        assertThat(valueOf("soon")).isEqualTo(1);
    }

    @Test
    void anIdAtOrBeforeTheHorizonIsRefusedAndItsOutcomeUnknown() {
        Call ran = Call.add(idOf(System.currentTimeMillis()), "gone", 1);
        assertThat(client.call(ran).status()).isEqualTo(200);
        awaitForgotten(ran);
        Answer late = client.call(ran);
        requireExpired(late);
        long horizon = late.json().getLong("horizon");
        assertThat(late.json().getLong("serverTime")).isGreaterThan(horizon);

        Call slow = Call.add(idOf(horizon), "gone", 1);
        requireExpired(client.call(slow));
        requireExpired(client.call(Call.get("/v1/commands/" + slow.key())));
        requireExpired(client.call(Call.abandon("abandon-gone", ran.key())));
        assertThat(valueOf("gone")).isEqualTo(1);
    }

    @Test
    void aSlowClientsIdIsTakenWhileItIsNewerThanTheHorizon() {
        Call ran = Call.add(idOf(System.currentTimeMillis()), "slow", 1);
        client.call(ran);
        awaitForgotten(ran);
        long horizon = client.call(ran).json().getLong("horizon");
        assertThat(client.call(Call.add(idOf(horizon + 1), "slow", 1)).status()).isEqualTo(200);
    }

    @Test
    void aKeyWithoutATimeRunsAgainOnceTheWindowForgotIt() {
        Call call = Call.add("order-1", "again", 1);
        Answer first = client.call(call);
        assertThat(client.call(call).replayed()).isTrue();
        awaitForgotten(call);
        Answer second = client.call(call);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.replayed()).isFalse();
        assertThat(second.offset()).isGreaterThan(first.offset());
        assertThat(valueOf("again")).isEqualTo(2);
    }

    /** On a lane of its own: one id from the future leaves the window by number and raises the horizon. */
    @Test
    void anIdInTheWindowIsAnsweredFromItAlthoughTheHorizonIsPastIt(Lane lane) {
        int size = 32;
        try (WholeLane small = new WholeLane(lane, WholeLane.rules(size, Duration.ofMinutes(10)))) {
            Client caller = small.serve(WholeLane.PATIENT);
            long now = System.currentTimeMillis();
            caller.call(Call.add(idOf(now + 8_000), "past", 1));
            Call call = Call.add(idOf(now), "past", 1);
            Answer first = caller.call(call);
            caller.callAll(IntStream.range(0, size - 1).mapToObj(i -> Call.add("fill-" + i, "past", 1)));
            Answer again = caller.call(call);
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(again.replayed()).isTrue();
            assertThat(caller.call(Call.read("past")).value()).isEqualTo(size + 1);
            Answer other = caller.call(Call.add(idOf(now), "past", 1));
            requireExpired(other);
            assertThat(other.json().getLong("horizon")).isEqualTo(now + 8_000);
        }
    }

    private void awaitForgotten(Call call) {
        Awaitility.await("forgotten")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> client.call(Call.get("/v1/commands/" + call.key())).status() != 200);
    }

    private static void requireExpired(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(410);
        assertThat(answer.code()).isEqualTo("ID_EXPIRED");
        assertThat(answer.outcome()).isEqualTo("unknown");
    }

    private long valueOf(String counter) {
        return client.call(Call.read(counter)).value();
    }
}
