package dev.hotlane.infra.demo;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.CounterValue;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneStatus;
import java.util.List;

/** The shop's calls around the rush: add stock, read it, read the lane's positions. Blocking; any thread. */
final class Shop implements AutoCloseable {
    private final LaneClient client;
    private final List<String> gateways;

    Shop(List<String> gateways) {
        this.gateways = gateways;
        client = LaneClient.connect(ClientSettings.of(gateways.toArray(String[]::new)));
    }

    /** Puts that number of units up for sale. */
    void stockUp(String key, long units) {
        done(client.counters().put(key, units).withId("open-the-deal"));
    }

    /** The current value of a counter. */
    CounterValue counter(String key) {
        return done(client.counters().get(key));
    }

    /** Positions of the log and of MySQL. */
    LaneStatus.Positions positions() {
        return done(client.status()).lane().orElseThrow().positions();
    }

    private <T> T done(LaneCall<T> call) {
        CallOutcome<T> outcome = call.send();
        if (outcome instanceof Done<T> done) {
            return done.value();
        }
        throw new IllegalStateException("the gateways at " + gateways + " answered: " + outcome);
    }

    @Override
    public void close() {
        client.close();
    }
}
