package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.ConnectionBounds;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Clients of a watch that read nothing, for ever or for a while, beside one that reads all. A burst of the board has about
 * 40 kB, more than a connection keeps, and each is sent as a change of its own.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewaySlowWatchTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final long LOADED = 1_000_000;
    private static final int COUNTERS = 400;
    private static final int CHANGES = 200;
    private static final String BOARD = "prefix=shop:&minIntervalMs=10";
    private static final String UNSENT = "hotlane_gateway_unsent_bytes";
    private static final String CLOSED = "hotlane_watch_closed_slow_total";
    private static final String CUT_OFF = "hotlane_gateway_connections_cut_off_total";

    /** A connection above this number of waiting bytes gets no burst. */
    private static final int QUEUE_MAX = 32 * 1024;

    private final Lane on;
    private final WrittenView view;
    private GatewayLane lane;
    private long sequence = LOADED;

    GatewaySlowWatchTest(Lane on) throws Exception {
        this.on = on;
        view = new WrittenView(on, LOADED);
    }

    /** Starts a gateway that closes a connection whose client takes nothing for this time. */
    private void start(Duration takeMax) throws Exception {
        ConnectionBounds bounds = ConnectionBounds.USUAL.withTakeMax(takeMax);
        ViewSettings settings = ViewSettings.usual().withBoards(List.of("shop:"));
        lane = GatewayLane.start(on, common -> view.viewed(common, settings).withBounds(bounds), Scripts.success());
        await().atMost(SOON).until(() -> lane.meter("hotlane_view_sequence") == LOADED);
    }

    @AfterEach
    void end() {
        lane.close();
        view.close();
    }

    /** Changes all counters of the board to the next sequence, and waits until this client has them. */
    private void change(EventReader reader) throws InterruptedException {
        long next = sequence + 1;
        Map<String, Long> values =
                IntStream.range(0, COUNTERS).boxed().collect(Collectors.toMap(i -> "shop:" + i, i -> next));
        view.pack(sequence, next, values);
        sequence = next;
        reader.until(next);
    }

    private static ConditionFactory changing() {
        return await().atMost(SOON).pollInSameThread().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    @Test
    void aClientThatReadsNothingIsClosedWhileOthersGoOn() throws Exception {
        start(Duration.ofSeconds(2));
        try (EventReader reader = EventReader.open(lane.gateway.port(), BOARD);
                UnreadWatch stuck = UnreadWatch.open(lane.gateway.port(), BOARD)) {
            await().atMost(SOON).until(() -> lane.meter("hotlane_watch_streams") == 2);
            changing().until(() -> {
                change(reader);
                return lane.meter(CLOSED) > 0;
            });
            assertThat(lane.meter("hotlane_watch_streams")).isOne();
            assertThat(lane.meter(CUT_OFF)).isOne();
            assertThat(stuck.endsWell()).isFalse();
            change(reader);
            assertThat(reader.values).hasSize(COUNTERS).containsEntry("shop:0", Long.toString(sequence));
            assertThat(lane.meter(CLOSED)).isOne();
        }
    }

    @Test
    void aClientThatWasSlowForAWhileGetsFewerNewerValuesAndTheLast() throws Exception {
        start(Duration.ofMinutes(10));
        try (EventReader reader = EventReader.open(lane.gateway.port(), BOARD);
                UnreadWatch slow = UnreadWatch.open(lane.gateway.port(), BOARD)) {
            await().atMost(SOON).until(() -> lane.meter("hotlane_watch_streams") == 2);
            changing().until(() -> {
                change(reader);
                return lane.meter(UNSENT) > QUEUE_MAX;
            });
            long full = sequence;
            for (int i = 0; i < CHANGES; i++) {
                change(reader);
            }
            assertThat(lane.meter(UNSENT)).as("bytes for the slow client").isLessThan(4 * QUEUE_MAX);

            slow.until(sequence);
            assertThat(slow.values).hasSize(COUNTERS).isEqualTo(reader.values);
            assertThat(slow.offsets).isSorted();
            assertThat(slow.offsets.stream().filter(offset -> offset > full).distinct())
                    .as("of " + CHANGES + " changes")
                    .hasSizeLessThan(CHANGES / 10);
            change(reader);
            slow.until(sequence);
            assertThat(slow.values).isEqualTo(reader.values);
            assertThat(lane.meter(CLOSED)).isZero();
        }
    }
}
