package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PipelinedTest {
    private static final long REQUEST_NANOS = 20_000;

    private final ByHand loop = new ByHand();
    private final Pipelined pipelined = new Pipelined(loop, () -> loop.now);
    private final List<String> answered = new ArrayList<>();

    @AfterEach
    void stop() {
        loop.shutdownNow();
    }

    @Test
    void answersInTheOrderOfTheirComing() {
        request("a", 0);
        request("b", 0);
        loop.runUntil(0);
        assertThat(answered).containsExactly("a", "b");
    }

    /** Two clients with a thousand requests each: neither gets two answers while the other has none. */
    @Test
    void letsEachConnectionHaveOneAnswerInTurn() {
        request("a", 999);
        request("b", 999);
        loop.runUntil(Long.MAX_VALUE);
        assertThat(answered).hasSize(2_000);
        for (int i = 0; i < answered.size(); i++) {
            assertThat(answered.get(i)).isEqualTo(i % 2 == 0 ? "a" : "b");
        }
    }

    @Test
    void takesATenthOfTheTimeWhileOthersAsk() {
        request("a", Integer.MAX_VALUE);
        pipelined.othersAsk(loop.now);
        loop.runUntil(Pipelined.OTHERS_NANOS / 2);
        long tenth = loop.now / 10;
        assertThat(answered.size() * REQUEST_NANOS).isBetween(tenth * 9 / 10, tenth + Pipelined.TURN_NANOS);
        assertThat(loop.longestTurn).isLessThanOrEqualTo(Pipelined.TURN_NANOS + REQUEST_NANOS);
    }

    @Test
    void waitsNineTimesAsLongAsOneRequestTook() {
        pipelined.othersAsk(loop.now);
        pipelined.add(() -> loop.now += 5_000_000);
        request("a", 0);
        loop.runUntil(5_000_000 + 9 * 5_000_000 - 1);
        assertThat(answered).isEmpty();
        loop.runUntil(5_000_000 + 9 * 5_000_000);
        assertThat(answered).containsExactly("a");
    }

    @Test
    void doesNotWaitWhileNobodyElseAsks() {
        request("a", Integer.MAX_VALUE);
        loop.runUntil(10_000_000);
        assertThat(answered.size() * REQUEST_NANOS).isEqualTo(loop.now);
    }

    /** As a health check does. */
    @Test
    void paysLittleForOneCallASecond() {
        request("a", Integer.MAX_VALUE);
        for (int i = 1; i <= 3; i++) {
            pipelined.othersAsk(loop.now);
            loop.runUntil(i * TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(answered.size() * REQUEST_NANOS).isGreaterThan(loop.now * 9 / 10);
    }

    /** The next one of its connection comes when it is answered. */
    private void request(String connection, int behindIt) {
        pipelined.add(() -> {
            loop.now += REQUEST_NANOS;
            answered.add(connection);
            if (behindIt > 0) {
                request(connection, behindIt - 1);
            }
        });
    }

    /** An event loop whose time goes by when the test says so. Runs one task at a time; only one waits. */
    private static final class ByHand extends ScheduledThreadPoolExecutor {
        private long now;
        private long longestTurn;
        private Runnable task;
        private long due;

        ByHand() {
            super(0);
        }

        void runUntil(long end) {
            while (task != null && due <= end) {
                now = Math.max(now, due);
                Runnable next = task;
                task = null;
                long begin = now;
                next.run();
                longestTurn = Math.max(longestTurn, now - begin);
            }
        }

        @Override
        public void execute(Runnable command) {
            schedule(command, 0, TimeUnit.NANOSECONDS);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            assertThat(task).isNull();
            task = command;
            due = now + unit.toNanos(delay);
            return null;
        }

        @Override
        public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }
    }
}
