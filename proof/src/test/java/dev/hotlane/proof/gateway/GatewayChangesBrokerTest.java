package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The broker ends or stands still while streams of changes are open, and comes back: no stream names a sequence whose changes it
 * has not sent, and each client receives each change once.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayChangesBrokerTest {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final int CLIENTS = 4;
    private static final int CUTS = 20;

    /** The sequences of a cut. */
    private static final int PER_CUT = 10;

    private final Lane on;
    private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    private WrittenFeed feed;
    private GatewayLane lane;
    private int cuts;

    GatewayChangesBrokerTest(Lane on) {
        this.on = on;
    }

    @BeforeEach
    void start() throws Exception {
        feed = new WrittenFeed(on);
        lane = GatewayLane.start(on, usual -> usual, Scripts.success());
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
        lane.close();
        feed.close();
    }

    /** Every third sequence changes nothing. */
    private static List<Long> changes(long from, long to) {
        return LongStream.rangeClosed(from, to)
                .filter(sequence -> sequence % 3 != 0)
                .boxed()
                .toList();
    }

    private void publish() {
        for (int i = 0; i < CUTS; i++) {
            long upTo = (long) ++cuts * PER_CUT;
            feed.cut(
                    upTo,
                    changes(upTo - PER_CUT + 1, upTo).stream()
                            .map(sequence -> WrittenFeed.transaction(sequence, "stock:a", sequence))
                            .toList());
        }
    }

    /** Reads all changes up to that sequence, by streams that are opened again when they end. */
    private List<Long> follow(long upTo) throws Exception {
        List<Long> received = new ArrayList<>();
        String id = on.name() + ":0";
        while (true) {
            try (ChangesClient stream = opened(id)) {
                for (ChangesClient.Event event = stream.next(); !event.type().equals("end"); event = stream.next()) {
                    if (event.type().equals("change")) {
                        received.add(event.sequence());
                    }
                    if (!event.id().isEmpty()) {
                        id = event.id();
                        long named = Long.parseLong(id.substring(id.lastIndexOf(':') + 1));
                        assertThat(received).as("with id " + id).isEqualTo(changes(1, named));
                        if (named == upTo) {
                            return received;
                        }
                    }
                }
            }
        }
    }

    private ChangesClient opened(String id) {
        return ChangesClient.opened(lane.gateway.port(), id, refused -> {});
    }

    private void eachChangeComesOnceThrough(Runnable leaves, Runnable comesBack) throws Exception {
        publish();
        long upTo = 2L * CUTS * PER_CUT;
        List<Future<List<Long>>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS / 2; i++) {
            clients.add(threads.submit(() -> follow(upTo)));
        }
        await().atMost(SOON).until(() -> lane.meter("hotlane_changes_events_total") > 0);
        leaves.run();
        try {
            await().atMost(SOON).until(() -> lane.get("/readyz").statusCode() == 503);
            // Some come while the topics can't be read.
            for (int i = clients.size(); i < CLIENTS; i++) {
                clients.add(threads.submit(() -> follow(upTo)));
            }
        } finally {
            // The broker is that of the next test classes, too.
            comesBack.run();
        }
        publish();
        for (Future<List<Long>> client : clients) {
            assertThat(client.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(changes(1, upTo));
        }
        await().atMost(SOON).until(() -> lane.meter("hotlane_changes_streams") == 0);
    }

    @Test
    void theBrokerIsKilledAndStartedAgain() throws Exception {
        eachChangeComesOnceThrough(
                () -> on.stack().kafka().kill9(), () -> on.stack().kafka().restart());
    }

    @Test
    void theBrokerStandsStillForAWhile() throws Exception {
        eachChangeComesOnceThrough(
                () -> on.stack().kafka().suspend(), () -> on.stack().kafka().resume());
    }
}
