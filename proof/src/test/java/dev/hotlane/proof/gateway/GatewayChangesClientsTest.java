package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.settings.ChangesSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Clients whose connections break at random while changes come: each has the history, in order, nothing twice by id. Their number is
 * 100, or {@code -Dchanges.clients}.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayChangesClientsTest {
    private static final int CLIENTS = Integer.getInteger("changes.clients", 100);
    private static final int CHANGES = 300;
    private static final Duration SOON = Duration.ofMinutes(3);

    private final Lane on;
    private GatewayLane lane;

    GatewayChangesClientsTest(Lane on) {
        this.on = on;
    }

    @Test
    void eachHasTheHistoryInOrderAndOnce() throws Exception {
        long seed = Long.getLong("seed", 1);
        System.out.println("seed: run again with -Dseed=" + seed);
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try (WrittenFeed feed = new WrittenFeed(on)) {
            // A ring of some 100 changes, so that most of those who come again need a reader.
            lane = GatewayLane.start(
                    on, usual -> usual.withChanges(new ChangesSettings(1 << 17, 16)), Scripts.success());
            List<Long> history = new ArrayList<>();
            publish(feed, history, 0, CHANGES / 3);
            List<Future<List<Long>>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Random random = new Random(seed + i);
                clients.add(threads.submit(() -> follow(random)));
            }
            publish(feed, history, CHANGES / 3, CHANGES);
            for (Future<List<Long>> client : clients) {
                assertThat(client.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(history);
            }
            await().atMost(SOON).until(() -> lane.meter("hotlane_changes_streams") == 0);
            await().atMost(SOON).until(() -> lane.meter("hotlane_changes_catch_ups") == 0);
        } finally {
            threads.shutdownNow();
            lane.close();
        }
    }

    private static void publish(WrittenFeed feed, List<Long> history, int from, int to) {
        for (int i = from; i < to; i += 5) {
            List<String> cut = new ArrayList<>();
            for (long sequence = 3L * i + 1; sequence <= 3L * (i + 4) + 1; sequence += 3) {
                cut.add(WrittenFeed.transaction(sequence, "stock:" + "x".repeat(150), sequence));
                history.add(sequence);
            }
            feed.cut(3L * i + 15, cut);
        }
    }

    /** Reads all changes by streams that break after some events. */
    private List<Long> follow(Random random) throws Exception {
        List<Long> received = new ArrayList<>();
        String id = on.name() + ":0";
        while (received.size() < CHANGES) {
            try (ChangesClient stream = opened(id)) {
                for (int left = 1 + random.nextInt(2 * CHANGES / 3); left > 0 && received.size() < CHANGES; left--) {
                    ChangesClient.Event event = stream.next();
                    if (event.type().equals("change")) {
                        received.add(event.sequence());
                    } else if (event.type().equals("end")) {
                        left = 1;
                    }
                }
                id = stream.lastId.isEmpty() ? id : stream.lastId;
            }
        }
        return received;
    }

    private ChangesClient opened(String id) {
        return ChangesClient.opened(
                lane.gateway.port(),
                id,
                refused ->
                        assertThat(refused.headers().firstValue("retry-after")).isPresent());
    }
}
