package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Streams of changes from real topics, which the test writes in place of a feed. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayChangesTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Lane on;
    private WrittenFeed feed;
    private GatewayLane lane;

    GatewayChangesTest(Lane on) {
        this.on = on;
    }

    @BeforeEach
    void start() throws Exception {
        feed = new WrittenFeed(on);
        lane = GatewayLane.start(on, usual -> usual, Scripts.success());
    }

    @AfterEach
    void end() {
        lane.close();
        feed.close();
    }

    private ChangesClient open(String query, String... headers) throws Exception {
        return ChangesClient.open(lane.gateway.port(), query, headers);
    }

    @Test
    void beginsNowAndSendsEachChangeOnce() throws Exception {
        feed.cut(3, WrittenFeed.transaction(1, "stock:a", 9), WrittenFeed.transaction(3, "stock:a", 8));
        try (ChangesClient stream = open("")) {
            assertThat(stream.response.statusCode()).isEqualTo(200);
            assertThat(stream.response.headers().map())
                    .containsEntry("content-type", List.of("text/event-stream"))
                    .containsEntry("cache-control", List.of("no-store"))
                    .containsEntry("x-accel-buffering", List.of("no"));
            assertThat(stream.next()).isEqualTo(new ChangesClient.Event("", on.name() + ":3", ""));
            feed.abort(WrittenFeed.transaction(4, "stock:a", 1));
            feed.cut(5, WrittenFeed.transaction(4, "stock:b", 7));
            List<ChangesClient.Event> events = stream.until(5);
            assertThat(events)
                    .containsExactly(new ChangesClient.Event(
                            "change", on.name() + ":4", WrittenFeed.transaction(4, "stock:b", 7)));
            assertThat(stream.lastId).isEqualTo(on.name() + ":5");
            assertThat(lane.meter("hotlane_changes_streams")).isEqualTo(1);
            assertThat(lane.meter("hotlane_changes_up_to")).isEqualTo(5);
            assertThat(lane.meter("hotlane_changes_events_total")).isEqualTo(1);
        }
        await().atMost(SOON).until(() -> lane.meter("hotlane_changes_streams") == 0);
    }

    @Test
    void resumesFromTheTopicThenFromTheRing() throws Exception {
        List<Long> all = new ArrayList<>();
        for (long i = 10; i <= 400; i += 10) {
            long last = i;
            feed.cut(
                    i,
                    LongStream.rangeClosed(i - 9, i)
                            .filter(sequence -> sequence % 3 != 0)
                            .mapToObj(sequence -> WrittenFeed.transaction(sequence, "stock:" + sequence % 5, last))
                            .toList());
            LongStream.rangeClosed(i - 9, i)
                    .filter(sequence -> sequence % 3 != 0)
                    .forEach(all::add);
        }
        for (long from : List.of(0L, 199L, 400L)) {
            try (ChangesClient stream = open("?from=" + from)) {
                List<Long> behind =
                        all.stream().filter(sequence -> sequence > from).toList();
                assertThat(ChangesClient.sequences(stream.until(400)))
                        .as("from %s", from)
                        .isEqualTo(behind);
                feed.cut(400);
            }
        }
        String id;
        try (ChangesClient stream = open("?from=0&prefix=stock%3A1")) {
            List<ChangesClient.Event> events = stream.until(400);
            assertThat(events)
                    .allMatch(event -> event.data().contains("\"stock:1\""))
                    .isNotEmpty();
            id = stream.lastId;
            feed.cut(402, WrittenFeed.transaction(401, "stock:1", 1), WrittenFeed.transaction(402, "stock:2", 1));
            assertThat(ChangesClient.sequences(stream.until(402))).containsExactly(401L);
        }
        assertThat(id).isEqualTo(on.name() + ":400");
        try (ChangesClient resumed = open("?from=0&prefix=stock%3A1", "Last-Event-ID", id)) {
            assertThat(ChangesClient.sequences(resumed.until(402))).containsExactly(401L);
        }
        await().atMost(SOON).until(() -> lane.meter("hotlane_changes_catch_ups") == 0);
    }

    @Test
    void rejectsWhatIsNotReachedAndWhatWasDeleted() throws Exception {
        feed.cut(10, WrittenFeed.transaction(4, "a", 1), WrittenFeed.transaction(9, "a", 0));
        long kept = feed.end();
        feed.cut(20, WrittenFeed.transaction(15, "a", 2));
        HttpResponse<String> future = lane.get("/v1/changes?from=21");
        assertThat(future.statusCode()).isEqualTo(400);
        assertThat(future.body()).contains("\"code\":\"OFFSET_IN_FUTURE\"", "\"offset\":20}");
        HttpResponse<String> foreign = lane.get("/v1/changes", "Last-Event-ID", "other:1");
        assertThat(foreign.statusCode()).isEqualTo(400);
        assertThat(foreign.body()).contains("\"code\":\"OFFSET_IN_FUTURE\"", "\"offset\":20}");
        feed.deleteBefore(kept);
        HttpResponse<String> expired = lane.get("/v1/changes?from=13");
        assertThat(expired.statusCode()).isEqualTo(410);
        assertThat(expired.body()).contains("\"code\":\"OFFSET_EXPIRED\"", "\"offset\":14}");
        assertThat(expired.headers().firstValue("content-type")).contains("application/problem+json");
        try (ChangesClient oldest = open("?from=14")) {
            assertThat(ChangesClient.sequences(oldest.until(20))).containsExactly(15L);
        }
        feed.deleteBefore(feed.end());
        assertThat(lane.get("/v1/changes?from=19").body()).contains("\"code\":\"OFFSET_EXPIRED\"", "\"offset\":20}");
        try (ChangesClient newest = open("?from=20")) {
            assertThat(newest.until(20)).isEmpty();
        }
    }

    @Test
    void aGapReachesEachStreamAndSplitRecordsHaveOneId() throws Exception {
        feed.cut(1, WrittenFeed.transaction(1, "a", 1));
        try (ChangesClient stream = open("?prefix=b&from=0")) {
            String gap = "{\"seq\":7,\"time\":5,\"kind\":\"gap\",\"from\":1,\"to\":7}";
            feed.cut(7, gap);
            String parts = ",\"part\":1,\"parts\":2";
            String first = WrittenFeed.change(9, "expiry", parts, WrittenFeed.counter("a", 1), "");
            String second =
                    WrittenFeed.change(9, "expiry", parts.replace(":1,", ":2,"), WrittenFeed.counter("b", 1), "");
            feed.cut(9, first, second);
            assertThat(stream.until(9))
                    .containsExactly(
                            new ChangesClient.Event("gap", on.name() + ":7", gap),
                            new ChangesClient.Event("change", "", first),
                            new ChangesClient.Event("change", on.name() + ":9", second));
        }
    }

    @Test
    void aLaneWithoutAFeedIsUnavailableUntilItHasOne() throws Exception {
        feed.cut(1, WrittenFeed.transaction(1, "a", 1));
        ChangesClient before = open("?from=0");
        before.until(1);
        feed.deleteTopics();
        assertThat(before.ends()).isTrue();
        await().atMost(SOON).untilAsserted(() -> {
            HttpResponse<String> refused = lane.get("/v1/changes");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("\"code\":\"UNAVAILABLE\"", "topics create --feed");
        });
        feed.close();
        feed = new WrittenFeed(on);
        feed.cut(5, WrittenFeed.transaction(3, "b", 1));
        await().atMost(SOON).until(() -> {
            try (ChangesClient again = open("?from=0")) {
                return again.response.statusCode() == 200
                        && ChangesClient.sequences(again.until(5)).equals(List.of(3L));
            }
        });
    }
}
