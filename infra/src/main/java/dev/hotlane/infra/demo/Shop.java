package dev.hotlane.infra.demo;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.CounterValue;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneStatus;

/** The shop's calls around the rush: add stock, read it, read the lane's positions. Blocking; any thread. */
final class Shop implements AutoCloseable {
    private final LaneClient client;
    private final String address;

    Shop(String host, int port) {
        address = "http://" + host + ":" + port;
        client = LaneClient.connect(ClientSettings.of(address));
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
        throw new IllegalStateException("the gateway at " + address + " answered: " + outcome);
    }

    @Override
    public void close() {
        client.close();
    }
}
