package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.log.Uuid7;
import dev.hotlane.proof.faults.clock.ShiftedClock;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** The broker's clock or the leader's is an hour off for a while: log time follows neither alone, and recovers. */
@Tag("it")
@ExtendWith(ShiftedStack.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OneClockOffTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration WHILE = Duration.ofMillis(1_500);

    /** Most ms that log time may be ahead of the leader's clock. */
    private static final long SLACK_MS = 1_000;

    /** Most ms that an id may be ahead of log time. */
    private static final long FUTURE_MS = 10_000;

    private final WholeLane on;
    private final ShiftedClock broker;
    private final ShiftedClock leader;
    private final Uuid7 ids = new Uuid7(Seeds.next());
    private Client client;

    OneClockOffTest(ShiftedStack.Running stack) {
        broker = stack.broker();
        on = stack.lane(10_000, Duration.ofMinutes(10));
        leader = ShiftedClock.ofProcessor(on.processor.directory().resolve("clock"));
        on.processor.by(leader);
    }

    @BeforeAll
    void serve() {
        client = on.serve(WholeLane.PATIENT);
        client.call(Call.put("stock", "deal", 100));
    }

    @AfterEach
    void mend() {
        broker.mend();
        leader.mend();
        awaitTrueTime();
    }

    @AfterAll
    void end() {
        on.verify();
        on.close();
    }

    @Test
    void aBrokerAheadPushesLogTimeByTheSlackAtMost() {
        long expires = reserve("broker-ahead", 2_500);
        broker.shift(HOUR);
        awaitExpiry("broker-ahead", expires, SLACK_MS);
    }

    @Test
    void aBrokerBehindStopsLogTimeAndExpiryUntilItIsBack() {
        broker.shift(HOUR.negated());
        requireStandstill("broker-behind");
    }

    @Test
    void aLeaderAheadDoesNotPushLogTime() {
        long expires = reserve("leader-ahead", 2_500);
        shiftLeader(HOUR);
        awaitExpiry("leader-ahead", expires, 0);
    }

    @Test
    void aLeaderBehindStopsLogTimeAndExpiryUntilItIsBack() {
        shiftLeader(HOUR.negated());
        requireStandstill("leader-behind");
    }

    @Test
    void anIdIsHeldAgainstTheLaterOfLogTimeAndTheBrokersClock() {
        broker.shift(HOUR.negated());
        long stood = logTime();
        Answer late = client.call(Call.add(idOf(stood + FUTURE_MS + 1), "ids", 1));
        assertThat(late.code()).isEqualTo("ID_IN_FUTURE");
        assertThat(late.json().getLong("serverTime")).isEqualTo(stood);
        assertThat(client.call(Call.add(idOf(stood + FUTURE_MS), "ids", 1)).status())
                .isEqualTo(200);
        broker.shift(HOUR);
        Call ahead = Call.add(idOf(System.currentTimeMillis() + HOUR.toMillis()), "ids", 1);
        Answer taken = client.call(ahead);
        assertThat(taken.status()).isEqualTo(200);
        broker.mend();
        assertThat(client.call(ahead).body()).isEqualTo(taken.body());
        assertThat(client.call(Call.read("ids")).value()).isEqualTo(2);
    }

    /** With one clock behind, log time stands still: a hold does not expire by the true time. */
    private void requireStandstill(String id) {
        long stood = logTime();
        long expires = reserve(id, 500);
        assertThat(expires).isEqualTo(stood + 500);
        on.processor.live(WHILE);
        JsonObject hold = client.call(Call.get("/v1/reservations/" + id)).json();
        assertThat(hold.getLong("time")).isEqualTo(stood);
        assertThat(hold.getString("state")).isEqualTo("held");
        mend();
        awaitExpiry(id, expires, SLACK_MS);
    }

    /**
     * The hold is held while log time is before its expiry; log time is at most aheadMax ms ahead of this machine's
     * clock.
     */
    private void awaitExpiry(String id, long expires, long aheadMax) {
        Awaitility.await(id + " expired")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    JsonObject hold =
                            client.call(Call.get("/v1/reservations/" + id)).json();
                    assertThat(hold.getLong("time")).isLessThanOrEqualTo(System.currentTimeMillis() + aheadMax);
                    boolean due = hold.getLong("time") >= expires;
                    assertThat(hold.getString("state")).isEqualTo(due ? "expired" : "held");
                    return due;
                });
    }

    private long reserve(String id, long ttlMs) {
        String one = "{\"lines\":[{\"key\":\"deal\",\"quantity\":1}],\"ttlMs\":%d}";
        Answer reserved = client.call(Call.reserve(id, one.formatted(ttlMs)));
        assertThat(reserved.status()).as(reserved.body()).isEqualTo(201);
        return reserved.json().getLong("expiresAt");
    }

    private void shiftLeader(Duration by) {
        leader.shift(by);
        on.processor.awaitTicks();
    }

    private void awaitTrueTime() {
        long from = System.currentTimeMillis();
        Awaitility.await("log time with the clocks").atMost(PATIENCE).until(() -> {
            long time = logTime();
            return time >= from && time <= System.currentTimeMillis();
        });
    }

    private long logTime() {
        return client.call(Call.read("deal")).json().getLong("time");
    }

    private String idOf(long time) {
        return ids.next(time).toString();
    }
}
