package dev.hotlane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LaneWatchTest {
    private static final String ID = "lane.0000000000000007:";
    private static final String COUNTER =
            "event: counter\ndata: {\"key\":\"a\",\"value\":5,\"held\":0,\"confirmed\":0," + "\"version\":3}\n\n";

    private EventGateway gateway;
    private LaneClient lane;
    private final Calls calls = new Calls();

    /** What the listener was called with, in words. */
    private static final class Calls implements WatchListener {
        private final LinkedBlockingQueue<String> made = new LinkedBlockingQueue<>();

        @Override
        public void counter(LocalCounter counter) {
            made.add(counter.key() + "=" + counter.value());
        }

        @Override
        public void removed(String key) {
            made.add("removed " + key);
        }

        @Override
        public void reset() {
            made.add("reset");
        }

        @Override
        public void progress(long offset) {
            made.add("at " + offset);
        }

        @Override
        public void ended(String reason) {
            made.add("ended " + reason);
        }

        List<String> next(int count) throws InterruptedException {
            List<String> next = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                next.add(made.poll(30, TimeUnit.SECONDS));
            }
            return next;
        }
    }

    @BeforeEach
    void start() throws Exception {
        gateway = new EventGateway();
        lane = LaneClient.connect(ClientSettings.of(gateway.address()));
    }

    @AfterEach
    void stop() {
        lane.close();
        gateway.close();
    }

    private static String head(String id) {
        return "retry: 1\n" + (id.isEmpty() ? "" : "id: " + ID + id + "\n") + "\n";
    }

    private static String event(String type, long offset) {
        return "event: " + type + "\nid: " + ID + offset + "\ndata: {\"offset\":" + offset + "}\n\n";
    }

    @Test
    void passesEventsOnAndResumesBehindTheLastCompleteOne() throws Exception {
        gateway.stream(head("0") + COUNTER + event("ready", 9) + ":\n\nevent: removed\ndata: {\"key\":\"a\"}\n\n"
                        + event("progress", 11) + COUNTER + "event: progress\nid: " + ID + "12\ndata: {\"offs")
                .problem(503, "UNAVAILABLE", ",\"outcome\":\"not_executed\",\"retryAfterMs\":1000")
                .stream(head("") + COUNTER + event("ready", 14));
        try (LaneWatch watch =
                lane.reads().watch("a", "ü &").every(Duration.ofMillis(20)).start(calls)) {
            assertThat(watch).isNotNull();
            assertThat(calls.next(7)).containsExactly("a=5", "at 9", "removed a", "at 11", "a=5", "a=5", "at 14");
        }
        assertThat(gateway.asked()).isEqualTo("key=a&key=%C3%BC%20%26&minIntervalMs=20 null text/event-stream");
        assertThat(gateway.asked()).contains(" " + ID + "11 ");
        assertThat(gateway.asked()).contains(" " + ID + "11 ");
    }

    @Test
    void startsOverAfterAnIdOfAnotherLane() throws Exception {
        gateway.stream(head("0") + COUNTER + event("ready", 9))
                .problem(400, "OFFSET_IN_FUTURE", ",\"offset\":3")
                .stream(head("0") + "event: reset\nid: " + ID + "0\ndata: {}\n\n" + event("ready", 3));
        try (LaneWatch watch = lane.reads().watchBoard("shop:").start(calls)) {
            assertThat(watch).isNotNull();
            assertThat(calls.next(5)).containsExactly("a=5", "at 9", "reset", "reset", "at 3");
            assertThat(gateway.asked()).startsWith("prefix=shop%3A null");
            assertThat(gateway.asked()).contains(ID + "9");
            assertThat(gateway.asked()).startsWith("prefix=shop%3A null");
        }
    }

    @Test
    void goesOnWhenItsPrincipalHasTooManyStreamsNow() throws Exception {
        gateway.problem(429, "QUOTA_EXCEEDED", ",\"outcome\":\"not_executed\"").stream(
                head("0") + COUNTER + event("ready", 9));
        try (LaneWatch watch = lane.reads().watchBoard("shop:").start(calls)) {
            assertThat(watch).isNotNull();
            assertThat(calls.next(2)).containsExactly("a=5", "at 9");
        }
    }

    @Test
    void endsWhenAGatewayRejectsItForGood() throws Exception {
        gateway.problem(400, "MALFORMED", "");
        try (LaneWatch watch = lane.reads().watchBoard("none").start(calls)) {
            assertThat(watch).isNotNull();
            assertThat(calls.next(1)).containsExactly("ended MALFORMED: t: d");
        }
    }

    @Test
    void aClosedClientEndsItsWatches() throws Exception {
        gateway.stream(head("0") + event("ready", 9));
        LaneWatch watch = lane.reads().watch("a").start(calls);
        assertThat(calls.next(1)).containsExactly("at 9");
        lane.close();
        watch.join();
        assertThatThrownBy(() -> lane.reads().watch("a").start(calls)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void rejectsBadArguments() {
        String[] many =
                IntStream.rangeClosed(0, 100).mapToObj(Integer::toString).toArray(String[]::new);
        assertThatThrownBy(() -> lane.reads().watch()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lane.reads().watch(many)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lane.reads().watch("a", "a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lane.reads().watchBoard("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lane.reads().watch("a").every(Duration.ofMillis(9)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
