package dev.hotlane.infra.demo;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ChangedCounter;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.ProblemCode;
import dev.hotlane.client.Refused;
import dev.hotlane.infra.log.CardAppend;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.util.List;

/** Publishes a {@link SampleCatalogue} and the stock of its products. Blocking; any thread. */
public final class SampleShop {
    private SampleShop() {}

    /**
     * Publishes all cards, and creates the counters that do not exist yet; returns the number of bytes published.
     * Throws IllegalStateException if a gateway does not take a counter.
     */
    public static long open(KafkaConnection kafka, String lane, List<String> gateways, long seed) {
        SampleCatalogue catalogue = new SampleCatalogue(seed);
        long bytes = 0;
        try (LaneClient client = LaneClient.connect(ClientSettings.of(gateways.toArray(String[]::new)));
                CardAppend cards = new CardAppend(kafka, lane)) {
            for (int i = 1; i <= SampleCatalogue.PRODUCTS; i++) {
                stock(client, SampleCatalogue.counter(i), catalogue.units(i));
                byte[] document = catalogue.document(i);
                cards.publish(SampleCatalogue.id(i), document);
                bytes += document.length;
            }
        }
        return bytes;
    }

    private static void stock(LaneClient client, String key, long units) {
        CallOutcome<ChangedCounter> outcome =
                client.counters().putIfAbsent(key, units).send();
        boolean there = outcome instanceof Refused<?> refused && refused.code() == ProblemCode.EXISTS;
        if (!there && !(outcome instanceof Done)) {
            throw new IllegalStateException("the counter " + key + " was not created: " + outcome);
        }
    }
}
