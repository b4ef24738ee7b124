package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A gateway that runs alone and keeps a view: a real MySQL has the checkpoint, the test writes the packs. The view includes
 * sequence 1,000,000 and the counter a of value 5 and version 3; one READ proves its age.
 */
@ExtendWith(RealStack.class)
abstract class OnAViewTopic {
    static final Duration SOON = Duration.ofSeconds(30);
    static final long LOADED = 1_000_000;
    static final String LOCAL = "/v1/counters/a?consistency=local";

    /** An age that no test reaches. */
    static final String ANY_AGE = "maxStaleMs=3600000";

    final Lane on;
    WrittenView written;
    GatewayLane lane;

    /** Before the first READ that proves an age, nanoTime. */
    private long provingNanos;

    /** When the last READ had left that the last pack includes, nanoTime. */
    private long provedNanos;

    OnAViewTopic(Lane on) {
        this.on = on;
    }

    /** The view of the gateway; its answers may have any age, so that none fails on a slow machine. */
    ViewSettings view() {
        return new ViewSettings(true, Duration.ofHours(1), List.of(), ViewSettings.OFF.watchesMax());
    }

    @BeforeEach
    void start() throws Exception {
        written = new WrittenView(on, LOADED - 1);
        written.row("a", 5, 3);
        lane = GatewayLane.start(
                on, usual -> written.viewed(usual, view()).withCards(GatewayCardsTest.ALL), written.script());
        awaitSequence(LOADED - 1);
        provingNanos = System.nanoTime();
        pack(LOADED - 1, LOADED, Map.of());
        written.checkpointAt(LOADED, 1);
        awaitView(LOADED);
    }

    @AfterEach
    void end() {
        lane.close();
        written.close();
    }

    final void pack(long from, long to, Map<String, Long> values) {
        pack(1, from, to, values);
    }

    /** Sends a READ, then a pack that includes it: so the view has a proof of its age. */
    final void pack(long epoch, long from, long to, Map<String, Long> values) {
        answered("/v1/counters/a");
        written.pack(epoch, from, to, values);
        provedNanos = System.nanoTime();
    }

    /** Waits until this path is answered 200; returns that answer. */
    final HttpResponse<String> answered(String path, String... headers) {
        return await().atMost(SOON)
                .pollDelay(Duration.ZERO)
                .until(() -> lane.get(path, headers), answer -> answer.statusCode() == 200);
    }

    /** Waits until the view is as of this sequence, with or without a proof of its age. */
    final void awaitSequence(long sequence) {
        await().atMost(SOON).until(() -> lane.meter("hotlane_view_sequence") == sequence);
    }

    /** Waits until the view answers as of this sequence. */
    final void awaitView(long sequence) {
        await().atMost(SOON).until(() -> {
            HttpResponse<String> answer = lane.get("/v1/counters/a?" + ANY_AGE);
            return header(answer, "hotlane-source").equals("view")
                    && header(answer, "hotlane-offset").equals(Long.toString(sequence));
        });
    }

    /**
     * Reads a path from the view and checks its age: since a READ that left after the fixture's first and before the last
     * pack. Before any other pack that is one READ.
     */
    final HttpResponse<String> aged(String path) {
        long before = System.nanoTime();
        HttpResponse<String> answer = answered(path);
        assertThat(header(answer, "hotlane-source")).isEqualTo("view");
        assertThat(staleMs(answer))
                .isBetween(
                        TimeUnit.NANOSECONDS.toMillis(before - provedNanos),
                        sinceFirstProof().toMillis() + 1);
        return answer;
    }

    /** Time since the first READ that proves an age was sent, or a little more. */
    final Duration sinceFirstProof() {
        return Duration.ofNanos(System.nanoTime() - provingNanos);
    }

    static long staleMs(HttpResponse<String> answer) {
        return Long.parseLong(header(answer, "hotlane-stale-ms"));
    }

    static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }
}
