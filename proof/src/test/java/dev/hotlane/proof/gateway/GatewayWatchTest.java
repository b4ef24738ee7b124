package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Watches of a gateway that runs alone: a real MySQL has the checkpoint, the test writes the packs. The checkpoint includes
 * sequence 1,000,000.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayWatchTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final long LOADED = 1_000_000;
    private static final int WATCHES_MAX = 3;

    private final Lane on;
    private WrittenView view;
    private GatewayLane lane;
    private String idPrefix;

    GatewayWatchTest(Lane on) {
        this.on = on;
    }

    @BeforeEach
    void start() throws Exception {
        view = new WrittenView(on, LOADED);
        view.row("a", 5, 3);
        view.row("shop:1", 1, 4);
        view.row("shop:2", 2, 5);
        ViewSettings settings =
                ViewSettings.usual().withBoards(List.of("shop:")).withWatchesMax(WATCHES_MAX);
        lane = GatewayLane.start(on, usual -> view.viewed(usual, settings), view.script());
        await().atMost(SOON).until(() -> lane.meter("hotlane_view_sequence") == LOADED);
        idPrefix = String.format("%s.%016x:", on.name(), WrittenView.TOPIC);
    }

    @AfterEach
    void end() {
        lane.close();
        view.close();
    }

    private EventReader open(String query, String... headers) throws Exception {
        return EventReader.open(lane.gateway.port(), query, headers);
    }

    private static Map<String, Long> removed(String... keys) {
        Map<String, Long> values = new HashMap<>();
        List.of(keys).forEach(key -> values.put(key, null));
        return values;
    }

    @Test
    void sendsAllValuesThenReadyThenChanges() throws Exception {
        try (EventReader watch = open("key=a&key=none&minIntervalMs=10")) {
            assertThat(watch.response.statusCode()).isEqualTo(200);
            assertThat(watch.response.headers().map())
                    .containsEntry("content-type", List.of("text/event-stream"))
                    .containsEntry("cache-control", List.of("no-store"))
                    .containsEntry("x-accel-buffering", List.of("no"));
            assertThat(watch.next()).matches("retry: [1-5]\\d\\d\\d\nid: " + idPrefix.replace(".", "\\.") + "0");
            assertThat(watch.next())
                    .isEqualTo(
                            "event: counter\ndata: {\"key\":\"a\",\"value\":5,\"held\":0,\"confirmed\":0,\"version\":3}");
            assertThat(watch.next())
                    .isEqualTo(
                            "event: counter\ndata: {\"key\":\"none\",\"value\":0,\"held\":0,\"confirmed\":0,\"version\":0}");
            assertThat(watch.next())
                    .isEqualTo("event: ready\nid: " + idPrefix + LOADED + "\ndata: {\"offset\":" + LOADED + "}");
            view.pack(LOADED, LOADED + 2, Map.of("a", 4L, "other", 1L));
            watch.until(LOADED + 2);
            assertThat(watch.values).containsEntry("a", "4");
            view.pack(LOADED + 2, LOADED + 3, removed("a"));
            watch.until(LOADED + 3);
            assertThat(watch.lastEvents).isEqualTo("removed");
            assertThat(lane.meter("hotlane_watch_streams")).isEqualTo(1);
            assertThat(lane.meter("hotlane_watch_events_total")).isEqualTo(4);
        }
        await().atMost(SOON).until(() -> lane.meter("hotlane_watch_streams") == 0);
    }

    @Test
    void showsABoardAndResumesIt() throws Exception {
        String id;
        try (EventReader watch = open("prefix=shop:&minIntervalMs=10")) {
            watch.until(LOADED);
            assertThat(watch.values).isEqualTo(Map.of("shop:1", "1", "shop:2", "2"));
            view.pack(LOADED, LOADED + 1, Map.of("shop:3", 3L));
            watch.until(LOADED + 1);
            assertThat(watch.lastEvents).isEqualTo("counter");
            id = watch.lastId;
        }
        view.pack(LOADED + 1, LOADED + 2, removed("shop:1"));
        view.pack(LOADED + 2, LOADED + 3, Map.of("shop:2", 20L));
        await().atMost(SOON).until(() -> lane.meter("hotlane_view_sequence") == LOADED + 3);
        try (EventReader resumed = open("prefix=shop:", "Last-Event-ID", id)) {
            resumed.until(LOADED + 3);
            assertThat(resumed.lastEvents).isEqualTo("counter removed ready");
            assertThat(resumed.values).isEqualTo(Map.of("shop:2", "20"));
        }
        // From before the view was loaded: what was removed then is not known.
        try (EventReader old = open("prefix=shop:", "Last-Event-ID", idPrefix + (LOADED - 1))) {
            old.until(LOADED + 3);
            assertThat(old.lastEvents).isEqualTo("reset counter counter ready");
            assertThat(lane.meter("hotlane_watch_resets_total")).isEqualTo(1);
        }
    }

    @Test
    void resumesKeysWithWhatMayHaveChanged() throws Exception {
        view.pack(LOADED, LOADED + 4, Map.of("b", 1L));
        await().atMost(SOON).until(() -> lane.meter("hotlane_view_sequence") == LOADED + 4);
        try (EventReader resumed = open("key=a&key=b&key=none", "Last-Event-ID", idPrefix + (LOADED + 2))) {
            resumed.until(LOADED + 4);
            assertThat(resumed.lastEvents).isEqualTo("counter removed ready");
            assertThat(resumed.values).isEqualTo(Map.of("b", "1"));
        }
        // The topic of this lane was made anew.
        try (EventReader other = open("key=a", "Last-Event-ID", on.name() + ".0000000000000001:90")) {
            other.until(LOADED + 4);
            assertThat(other.lastEvents).isEqualTo("reset counter ready");
        }
    }

    @Test
    void waitsForItsIdAndRejectsOneAboveTheLogsEnd() throws Exception {
        AtomicLong at = new AtomicLong(LOADED);
        // A slow machine may send the pack too late: then the stream is rejected, and the next one waits.
        EventReader opened = await().atMost(SOON)
                .until(
                        () -> {
                            long next = at.incrementAndGet();
                            CompletableFuture<EventReader> waits = opening("key=a", idPrefix + next);
                            view.pack(next - 1, next, Map.of("a", 4L));
                            return waits.join();
                        },
                        last -> last.response.statusCode() == 200);
        try (EventReader watch = opened) {
            watch.until(at.get());
            assertThat(watch.lastEvents).isEqualTo("ready");
        }
        HttpResponse<String> never = lane.get("/v1/watch?key=a", "Last-Event-ID", idPrefix + (at.get() + 2));
        assertThat(never.statusCode()).isEqualTo(400);
        assertThat(never.body()).contains("\"code\":\"OFFSET_IN_FUTURE\"", "\"offset\":" + (at.get() + 1) + "}");
        HttpResponse<String> foreign = lane.get("/v1/watch?key=a", "Last-Event-ID", "x" + idPrefix + 1);
        assertThat(foreign.statusCode()).isEqualTo(400);
        assertThat(foreign.body()).contains("\"code\":\"OFFSET_IN_FUTURE\"", "\"offset\":" + at.get() + "}");
    }

    private CompletableFuture<EventReader> opening(String query, String id) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return open(query, "Last-Event-ID", id);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void rejectsBadInput() {
        String keys = IntStream.rangeClosed(0, 100).mapToObj(i -> "key=" + i).collect(Collectors.joining("&"));
        for (String query : List.of(
                "",
                "?key=",
                "?key=a&key=a",
                "?" + keys,
                "?key=a&prefix=shop:",
                "?prefix=",
                "?prefix=shop:&prefix=shop:",
                "?prefix=sh",
                "?key=" + "x".repeat(201),
                "?key=%ff",
                "?key=a&unknown=1",
                "?key=a&minIntervalMs=9",
                "?key=a&minIntervalMs=10001",
                "?key=a&minIntervalMs=x",
                "?key=a&consistency=local")) {
            HttpResponse<String> refused = lane.get("/v1/watch" + query);
            assertThat(refused.statusCode()).as(query).isEqualTo(400);
            assertThat(refused.body()).contains("\"code\":\"MALFORMED\"");
        }
        for (String id :
                List.of("1", "x:1", idPrefix, idPrefix + "-1", idPrefix + "9007199254740993", idPrefix + "x")) {
            assertThat(lane.get("/v1/watch?key=a", "Last-Event-ID", id).statusCode())
                    .as(id)
                    .isEqualTo(400);
        }
        assertThat(lane.get("/v1/watch?key=a", "Hotlane-Min-Offset", "1").statusCode())
                .isEqualTo(400);
        for (String accept : List.of("application/json", "text/event-stream;q=0", "text/plain, image/*")) {
            HttpResponse<String> refused = lane.get("/v1/watch?key=a", "Accept", accept);
            assertThat(refused.statusCode()).as(accept).isEqualTo(406);
            assertThat(refused.body()).contains("\"code\":\"NOT_ACCEPTABLE\"");
        }
        HttpResponse<String> posted = lane.post("/v1/watch?key=a", "{}");
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(posted.headers().firstValue("allow")).contains("GET, HEAD");
        HttpResponse<String> head =
                lane.send("HEAD", "/v1/watch?key=a", null, "Accept", "text/*").join();
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("content-type")).contains("text/event-stream");
        assertThat(lane.meter("hotlane_watch_streams")).isZero();
    }

    @Test
    void hasPlacesForSoManyStreams() throws Exception {
        EventReader first = open("key=a");
        try (EventReader second = open("key=a");
                EventReader third = open("prefix=shop:")) {
            third.until(LOADED);
            second.until(LOADED);
            HttpResponse<String> refused = lane.get("/v1/watch?key=a");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("\"code\":\"OVERLOADED\"");
            assertThat(refused.headers().firstValue("content-type")).contains("application/problem+json");
            assertThat(refused.headers().firstValue("x-accel-buffering")).isEmpty();
            first.close();
            await().atMost(SOON).until(() -> lane.meter("hotlane_watch_streams") == 2);
            try (EventReader again = open("key=a")) {
                again.until(LOADED);
            }
            assertThat(lane.meter("hotlane_watch_refused_total")).isEqualTo(1);
        }
    }

    @Test
    void sendsAllAgainAfterTheViewWasLoadedAgain() throws Exception {
        try (EventReader board = open("prefix=shop:");
                EventReader keys = open("key=a")) {
            board.until(LOADED);
            keys.until(LOADED);
            // A gap: changes up to LOADED + 5 are missing.
            view.sql("DELETE FROM hl_counter WHERE version = 4");
            view.sql("UPDATE hl_counter SET value = 6, version = ?", LOADED + 3);
            view.checkpointAt(LOADED + 5, 1);
            view.pack(LOADED + 5, LOADED + 6, Map.of("shop:9", 9L));
            board.until(LOADED + 6);
            keys.until(LOADED + 6);
            assertThat(board.values).isEqualTo(Map.of("shop:2", "6", "shop:9", "9"));
            assertThat(keys.values).isEqualTo(Map.of("a", "6"));
            assertThat(lane.meter("hotlane_watch_resets_total")).isEqualTo(2);
        }
    }

    @Test
    void aDrainEndsStreamsAndOpensNoOther() throws Exception {
        try (EventReader watch = open("key=a")) {
            watch.until(LOADED);
            lane.gateway.drain();
            String event = watch.next();
            while (event.startsWith("event: progress")) {
                event = watch.next();
            }
            assertThat(event).isEqualTo(EventReader.END);
            HttpResponse<String> refused = lane.get("/v1/watch?key=a");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("\"code\":\"UNAVAILABLE\"");
        }
    }

    @Test
    void aGatewayWithoutAViewHasNothingToWatch() throws Exception {
        GatewaySettings usual =
                GatewayLane.Settings.USUAL.at(GatewaySettings.of(on.stack().bootstrapServers(), 0, 0), on.name());
        try (Gateway without = Gateway.start(usual);
                EventReader refused = EventReader.open(without.port(), "key=a")) {
            assertThat(refused.response.statusCode()).isEqualTo(503);
            assertThat(refused.next()).contains("UNAVAILABLE");
        }
    }
}
