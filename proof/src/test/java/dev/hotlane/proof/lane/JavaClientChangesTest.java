package dev.hotlane.proof.lane;

import static dev.hotlane.proof.lane.ClientCalls.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.client.ChangesListener;
import dev.hotlane.client.LaneChange;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneOp;
import dev.hotlane.client.LaneWatch;
import dev.hotlane.client.Reservation;
import dev.hotlane.client.ReservationRequest;
import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.feed.FeedScope;
import dev.hotlane.infra.feed.FeedSettings;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.TopicSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The Java client follows every change of a running lane, which a feed publishes. */
@Tag("it")
@ExtendWith(RealStack.class)
class JavaClientChangesTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    /** What came, in its order. */
    private static final class Received implements ChangesListener {
        private final List<LaneChange> changes = new CopyOnWriteArrayList<>();
        private volatile String lastId;
        private volatile long upTo;

        @Override
        public void change(LaneChange change, String id) {
            changes.add(change);
            lastId = id;
        }

        @Override
        public void gap(long from, long to, String id) {
            throw new AssertionError("a gap from " + from + " to " + to);
        }

        @Override
        public void progress(long sequence, String id) {
            upTo = sequence;
        }

        List<String> kinds() {
            return changes.stream().map(LaneChange::kind).toList();
        }
    }

    @Test
    void receivesEachChangeOfARunningLaneOnceAndGoesOnBehindItsId(Lane lane) {
        try (TopicAdmin admin = new TopicAdmin(lane.stack().connection())) {
            Stream.of(TopicSpec.counters(lane.name()), TopicSpec.changes(lane.name()), TopicSpec.progress(lane.name()))
                    .forEach(spec -> admin.create(spec, 1));
        }
        try (WholeLane on = WholeLane.withView(lane);
                LaneClient client = ClientCalls.client(on.serve().port());
                FeedRun feed = new FeedRun(new FeedSettings(
                        lane.stack().connection(), lane.name(), FeedScope.ALL, directory, null, null))) {
            Received all = new Received();
            LaneWatch first = client.changes().from(0).start(all);
            done(client.counters().put("stock:a", 10));
            Reservation hold = done(client.reservations()
                    .reserve(ReservationRequest.lasting(Duration.ofMinutes(10))
                            .line("stock:a", 2)
                            .owner("u7")));
            done(client.reservations().confirm(hold.id()));
            long middle = done(client.transact(LaneOp.add("stock:a", -1))).at().offset();
            step(feed, () -> all.upTo >= middle);
            first.close();
            assertThat(all.kinds()).containsExactly("transaction", "reservation", "confirm", "transaction");
            LaneChange reserved = all.changes.get(1);
            assertThat(reserved.commandId()).contains(hold.id());
            assertThat(reserved.counters()).containsExactly(new LaneChange.CounterStep("stock:a", 10, 8, 2, 0));
            assertThat(reserved.reservations().get(0).state()).isEqualTo(Reservation.State.HELD);
            assertThat(reserved.reservations().get(0).owner()).contains("u7");

            long last = done(client.transact(LaneOp.add("stock:a", -1))).at().offset();
            Received rest = new Received();
            try (LaneWatch second =
                    client.changes().prefix("stock:").after(all.lastId).start(rest)) {
                assertThat(second).isNotNull();
                step(feed, () -> rest.upTo >= last);
            }
            assertThat(rest.changes).hasSize(1);
            Map<String, Long> values = new TreeMap<>();
            Stream.concat(all.changes.stream(), rest.changes.stream())
                    .flatMap(change -> change.counters().stream())
                    .forEach(step -> values.put(step.key(), step.value()));
            assertThat(values)
                    .isEqualTo(Map.of(
                            "stock:a", done(client.counters().get("stock:a")).value()));
        }
    }

    private static void step(FeedRun feed, BooleanSupplier until) {
        await().atMost(SOON)
                .pollInSameThread()
                .pollInterval(Duration.ofMillis(2))
                .until(() -> {
                    feed.step();
                    return until.getAsBoolean();
                });
    }
}
