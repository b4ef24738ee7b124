package dev.hotlane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LaneChangesTest {
    private static final String HEAD = "retry: 1\n\n";

    private EventGateway gateway;
    private LaneClient lane;
    private final Calls calls = new Calls();

    /** What the listener was called with, in words. */
    private static final class Calls implements ChangesListener {
        private final LinkedBlockingQueue<String> made = new LinkedBlockingQueue<>();

        @Override
        public void change(LaneChange change, String id) {
            String counters = change.counters().stream()
                    .map(step -> step.key() + ":" + step.before() + ">" + step.value())
                    .toList()
                    .toString();
            String holds = change.reservations().stream()
                    .map(step -> step.id() + " " + step.state() + " "
                            + step.owner().orElse("-") + " " + step.lines().size())
                    .toList()
                    .toString();
            made.add(change.sequence() + " " + change.kind() + " "
                    + change.commandId().orElse("-") + counters + holds + id);
        }

        @Override
        public void gap(long from, long to, String id) {
            made.add("gap " + from + " " + to + " " + id);
        }

        @Override
        public void progress(long sequence, String id) {
            made.add("at " + sequence + " " + id);
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

    private static String change(long sequence, String head, String holds, boolean last) {
        return "event: change\n" + (last ? "id: lane:" + sequence + "\n" : "") + "data: {\"seq\":" + sequence
                + ",\"time\":1" + head + ",\"changes\":[{\"key\":\"a\",\"before\":3,\"value\":2,\"held\":1,"
                + "\"confirmed\":0}],\"reservations\":[" + holds + "]}\n\n";
    }

    @Test
    void passesEachChangeWholeAndOnceAndResumesBehindIt() throws Exception {
        String hold = "{\"id\":\"o1\",\"state\":\"held\",\"owner\":\"u1\",\"expiresAt\":9,\"lines\":[{\"key\":\"a\","
                + "\"quantity\":1}],\"limits\":[]}";
        String part = ",\"kind\":\"expiry\",\"part\":";
        gateway.stream(HEAD
                        + change(4, ",\"id\":\"o1\",\"kind\":\"reservation\"", hold, true)
                        + "event: progress\nid: lane:6\ndata: {\"offset\":6}\n\n"
                        + change(7, part + "1,\"parts\":2", "", false))
                .problem(503, "OVERLOADED", ",\"outcome\":\"not_executed\",\"retryAfterMs\":1000")
                .stream(HEAD
                + change(7, part + "1,\"parts\":2", "", false)
                + change(7, part + "2,\"parts\":2", "", true)
                + "event: gap\nid: lane:9\ndata: {\"seq\":9,\"kind\":\"gap\",\"from\":7,\"to\":9}\n\n");
        try (LaneWatch stream = lane.changes()
                .prefix("stock:")
                .owner("u 1")
                .kind("expiry")
                .from(3)
                .start(calls)) {
            assertThat(stream).isNotNull();
            assertThat(calls.next(4))
                    .containsExactly(
                            "4 reservation o1[a:3>2][o1 HELD u1 1]lane:4",
                            "at 6 lane:6",
                            "7 expiry -[a:3>2, a:3>2][]lane:7",
                            "gap 7 9 lane:9");
        }
        assertThat(gateway.asked()).isEqualTo("from=3&kind=expiry&owner=u%201&prefix=stock%3A null text/event-stream");
        assertThat(gateway.asked()).contains(" lane:6 ");
        assertThat(gateway.asked()).contains(" lane:6 ");
    }

    @Test
    void beginsBehindAnIdAndEndsWhenItIsExpired() throws Exception {
        gateway.problem(410, "OFFSET_EXPIRED", ",\"offset\":20");
        try (LaneWatch stream = lane.changes().after("lane:11").start(calls)) {
            assertThat(stream).isNotNull();
            assertThat(calls.next(1)).containsExactly("ended OFFSET_EXPIRED: t: d");
        }
        assertThat(gateway.asked()).isEqualTo("null lane:11 text/event-stream");
    }

    @Test
    void endsWhenWhatItHasIsOfAnotherLane() throws Exception {
        gateway.problem(400, "OFFSET_IN_FUTURE", ",\"offset\":20");
        try (LaneWatch stream = lane.changes().after("other:11").start(calls)) {
            assertThat(stream).isNotNull();
            assertThat(calls.next(1).get(0)).startsWith("ended OFFSET_IN_FUTURE");
        }
    }

    @Test
    void rejectsWhatNoGatewayTakes() {
        assertThatThrownBy(() -> lane.changes().from(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lane.changes().prefix("")).isInstanceOf(IllegalArgumentException.class);
    }
}
