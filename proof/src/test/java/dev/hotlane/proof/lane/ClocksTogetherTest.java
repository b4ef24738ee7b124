package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.log.Uuid7;
import dev.hotlane.proof.faults.clock.ShiftedClock;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Both clocks of the lane are off, together or by different amounts: log time may jump, but no id runs twice. */
@Tag("it")
@ExtendWith(ShiftedStack.class)
class ClocksTogetherTest {
    private static final long HOUR = 3_600_000;
    private static final long[] SHIFTS = {-HOUR, -11_000, -2_000, 0, 0, 2_000, 11_000, HOUR};

    private static final int ROUNDS = 150;
    private static final int CALLS = 24;
    private static final int WINDOW_SIZE = 64;

    private final ShiftedClock broker;
    private final ShiftedClock leader;
    private final WholeLane on;
    private final SplittableRandom random;
    private final Uuid7 ids;
    private Client client;
    private long newest;

    ClocksTogetherTest(ShiftedStack.Running stack) {
        broker = stack.broker();
        on = stack.lane(WINDOW_SIZE, Duration.ofSeconds(1));
        leader = ShiftedClock.ofProcessor(on.processor.directory().resolve("clock"));
        on.processor.by(leader);
        long seed = Seeds.next();
        random = new SplittableRandom(seed);
        ids = new Uuid7(seed);
    }

    @AfterEach
    void end() {
        broker.mend();
        on.verify();
        on.close();
    }

    @Test
    void logTimeFollowsBothClocksForwardAndStandsWhenTheyAreSetBack() {
        client = on.serve(WholeLane.PATIENT);
        client.call(Call.put("stock", "deal", 1));
        Answer held =
                client.call(Call.reserve("hold-1", "{\"lines\":[{\"key\":\"deal\",\"quantity\":1}],\"ttlMs\":60000}"));
        Call before = Call.add(idOf(System.currentTimeMillis()), "ids", 1);
        client.call(before);
        shiftBoth(HOUR);
        JsonObject hold = client.call(Call.get("/v1/reservations/hold-1")).json();
        assertThat(hold.getString("state")).isEqualTo("expired");
        long ahead = hold.getLong("time");
        assertThat(ahead).isBetween(held.json().getLong("time") + HOUR, System.currentTimeMillis() + HOUR);

        shiftBoth(0);
        JsonObject read = client.call(Call.read("deal")).json();
        assertThat(read.getLong("value")).isEqualTo(1);
        assertThat(read.getLong("time")).isBetween(ahead, ahead + HOUR / 2);
        assertThat(client.call(before).code()).isEqualTo("ID_EXPIRED");
        assertThat(client.call(Call.add(idOf(System.currentTimeMillis()), "ids", 1))
                        .status())
                .isEqualTo(200);
        assertThat(client.call(Call.read("ids")).value()).isEqualTo(2);
    }

    private void shiftBoth(long by) {
        leader.shift(Duration.ofMillis(by));
        on.processor.awaitTicks();
        broker.shift(Duration.ofMillis(by));
    }

    // Goal: an id with a time runs at most once, and log time never goes back, while three clocks are off. The window
    // is so small that most ids have left it when they are sent again.
    @Test
    void noIdRunsTwiceWhateverTheClocksOfBrokerLeaderAndClientsDo() {
        client = on.serve(WholeLane.PATIENT);
        List<Call> made = new ArrayList<>();
        Map<String, Set<Long>> ran = new HashMap<>();
        Map<Long, Long> times = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            if (random.nextInt(4) == 0) {
                shiftOne();
            }
            List<Call> calls =
                    IntStream.range(0, CALLS).mapToObj(i -> call(made)).toList();
            List<Answer> answers = client.callAll(calls.stream());
            for (int i = 0; i < CALLS; i++) {
                Answer answer = answers.get(i);
                assertThat(answer.status()).as(answer.body()).isIn(200, 400, 410);
                newest = Math.max(newest, newestIn(answer.json()));
                if (answer.status() == 200) {
                    ran.computeIfAbsent(calls.get(i).key(), key -> new HashSet<>())
                            .add(answer.offset());
                    times.put(answer.offset(), answer.json().getLong("time"));
                }
            }
        }
        assertThat(ran.values()).allSatisfy(offsets -> assertThat(offsets).hasSize(1));
        assertThat(client.call(Call.read("sum")).value()).isEqualTo(ran.size()).isGreaterThan(WINDOW_SIZE);
        assertThat(List.copyOf(times.values())).isSorted();
    }

    private void shiftOne() {
        ShiftedClock one = random.nextBoolean() ? broker : leader;
        one.shift(Duration.ofMillis(SHIFTS[random.nextInt(SHIFTS.length)]));
    }

    /** Log time, or the horizon if that is greater. */
    private static long newestIn(JsonObject answer) {
        return Math.max(answer.getLong("horizon", 0L), answer.getLong("time", 0L));
    }

    /**
     * A call that was sent before, in half of the cases one of the last 100, or a new one. The time of a new one is a
     * client's clock, in half of the cases raised to the lane's.
     */
    private Call call(List<Call> made) {
        if (!made.isEmpty() && random.nextInt(3) > 0) {
            int back = random.nextInt(1, 1 + (random.nextBoolean() ? made.size() : Math.min(made.size(), 100)));
            return made.get(made.size() - back);
        }
        long now = System.currentTimeMillis() + SHIFTS[random.nextInt(SHIFTS.length)];
        long time = Math.max(random.nextBoolean() ? newest : 0, now) + random.nextLong(-2_000, 8_000);
        Call call = Call.add(idOf(time), "sum", 1);
        made.add(call);
        return call;
    }

    private String idOf(long time) {
        return ids.next(time).toString();
    }
}
