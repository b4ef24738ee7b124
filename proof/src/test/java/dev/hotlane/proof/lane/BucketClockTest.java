package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.faults.clock.ShiftedClock;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A token bucket never gives more than burst + rate x time, while one clock is off. */
@Tag("it")
@ExtendWith(ShiftedStack.class)
class BucketClockTest {
    private static final int CALLERS = 16;
    private static final int ROUNDS = 150;
    private static final int ROUNDS_BETWEEN_SHIFTS = 5;

    private static final long BURST = 150;
    private static final long COUNT = 40;
    private static final long PERIOD_MS = 1_000;

    /** Most ms that log time may be ahead of the leader's clock. */
    private static final long SLACK_MS = 1_000;

    private final ShiftedStack.Running stack;
    private final WholeLane on;
    private final ShiftedClock leader;
    private final SplittableRandom random = new SplittableRandom(Seeds.next());

    /** A take at log time {@code time}; {@code heardAt} is this machine's clock at the answer. */
    private record Taken(long offset, long time, long heardAt, long tokens) {}

    BucketClockTest(ShiftedStack.Running stack) {
        this.stack = stack;
        on = stack.lane(100_000, Duration.ofMinutes(10));
        leader = ShiftedClock.ofProcessor(on.processor.directory().resolve("clock"));
        on.processor.by(leader);
    }

    @AfterEach
    void end() {
        stack.broker().mend();
        on.close();
    }

    @Test
    void itGivesNoMoreWhileTheBrokersClockJumpsForthAndBack() {
        requireBounds(takeAllWhile(stack.broker()));
    }

    @Test
    void itGivesNoMoreWhileTheLeadersClockJumpsForthAndBack() {
        requireBounds(takeAllWhile(leader));
    }

    /** Takes one or two tokens at a time, without a pause; each jump forward goes farther than the one before. */
    private List<Taken> takeAllWhile(ShiftedClock jumping) {
        Client client = on.serve(WholeLane.PATIENT);
        List<Taken> taken = new ArrayList<>();
        long farthest = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (round % ROUNDS_BETWEEN_SHIFTS == ROUNDS_BETWEEN_SHIFTS - 1) {
                farthest += random.nextLong(1_000, 300_000);
                long[] shifts = {farthest, 0, random.nextLong(-3_600_000, 0), random.nextLong(-300, 300)};
                jumping.shift(Duration.ofMillis(shifts[random.nextInt(shifts.length)]));
            }
            takeOnce(client, round, taken);
        }
        jumping.mend();
        assertThat(taken).as("takes that were allowed").hasSizeGreaterThan((int) BURST / 2);
        taken.sort(Comparator.comparingLong(Taken::offset));
        return taken;
    }

    private void takeOnce(Client client, int round, List<Taken> taken) {
        int[] tokens =
                IntStream.generate(() -> random.nextInt(1, 3)).limit(CALLERS).toArray();
        List<Answer> answers = client.callAll(
                IntStream.range(0, CALLERS).mapToObj(i -> Call.transact("take-" + round + "-" + i, take(tokens[i]))));
        long now = System.currentTimeMillis();
        for (int i = 0; i < CALLERS; i++) {
            Answer answer = answers.get(i);
            assertThat(answer.status()).as(answer.body()).isIn(200, 429);
            if (answer.status() == 200) {
                taken.add(new Taken(answer.offset(), answer.json().getLong("time"), now, tokens[i]));
            }
        }
    }

    private static JsonObject take(int tokens) {
        return new JsonObject()
                .put("op", "take")
                .put("key", "rl:shop")
                .put("tokens", tokens)
                .put("count", COUNT)
                .put("periodMs", PERIOD_MS)
                .put("burst", BURST);
    }

    /**
     * Checks the bound between any two takes by log time, and since the first one by this machine's clock and the
     * slack.
     */
    private static void requireBounds(List<Taken> taken) {
        for (int from = 0; from < taken.size(); from++) {
            Taken first = taken.get(from);
            long given = 0;
            for (Taken last : taken.subList(from, taken.size())) {
                given += last.tokens;
                assertThat(last.time).as("log time at %s", last).isGreaterThanOrEqualTo(first.time);
                assertThat(given)
                        .as("tokens by log time from %s to %s", first, last)
                        .isLessThanOrEqualTo(bound(last.time - first.time));
                if (from == 0) {
                    assertThat(given)
                            .as("tokens by true time from %s to %s", first, last)
                            .isLessThanOrEqualTo(bound(last.heardAt + SLACK_MS - first.time));
                }
            }
        }
    }

    private static long bound(long elapsedMs) {
        return BURST + COUNT * elapsedMs / PERIOD_MS;
    }
}
