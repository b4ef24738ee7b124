package dev.hotlane.gateway.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clients that come back with the id of a record that Kafka lost, when the log has as many records again. */
class LostTailTest {
    private static final int RECORDS = 40;
    private static final int ROUNDS = 50;

    private final Random random = Seed.random();

    @Test
    void anIdOfALostTailIsResetEvenIfItIsTheLastOneOfTheViewBefore() {
        for (int round = 0; round < ROUNDS; round++) {
            WatchedHistory history = new WatchedHistory(random);
            append(history, RECORDS);
            HandGateway gateway = new HandGateway(history, 1 + random.nextInt(8));
            gateway.load(RECORDS);
            HandClient keys = new HandClient(history, List.of("a", "b", "c"), null, 10);
            HandClient board = new HandClient(history, null, "shop:", 10);
            List<HandClient> clients = List.of(keys, board);
            connect(clients, gateway);
            clients.forEach(client -> client.disconnect(true));

            gateway.drop();
            history.rewrite(RECORDS - 5);
            // Loaded below, at or above the former W: other records are there by then.
            append(history, random.nextInt(8));
            gateway.load(history.end());
            append(history, 10);
            while (gateway.at < history.end()) {
                gateway.pack(gateway.at + 1);
            }
            connect(clients, gateway);
            assertThat(clients).allMatch(client -> client.resets == 1);
        }
    }

    private static void append(WatchedHistory history, int records) {
        IntStream.range(0, records).forEach(i -> history.append());
    }

    private static void connect(List<HandClient> clients, HandGateway gateway) {
        clients.forEach(client -> assertThat(client.connect(gateway)).isTrue());
        for (int i = 0; i < 3; i++) {
            gateway.turn(1_100);
            clients.forEach(HandClient::read);
        }
        assertThat(clients).allMatch(HandClient::isCurrent);
    }
}
