package dev.hotlane.gateway.status;

import dev.hotlane.gateway.cards.CardStore;
import dev.hotlane.gateway.cards.Cards;
import java.util.function.ToDoubleFunction;

/** Gauges of the product cards; 0 before Kafka answered for the first time. Any thread. */
public final class CardMeters {
    private CardMeters() {}

    /** Registers the gauges. */
    public static void bind(Metrics metrics, Cards cards) {
        metrics.count("hotlane_cards_bad", "Records of the cards topic that are no cards", cards, Cards::bad);
        metrics.count("hotlane_cards_failures", "Failures to read the cards topic", cards, Cards::failures);
        metrics.count("hotlane_cards_fetches", "Cards fetched from the topic", cards, Cards::fetched);
        metrics.count("hotlane_cards_fetch_failures", "Fetches without a card in time", cards, Cards::fetchFailures);
        Shelf shelf = new Shelf(metrics, cards);
        shelf.show("hotlane_cards", "Products with a card", CardStore::size);
        shelf.show("hotlane_cards_bytes", "Heap of the cards in memory, as calculated", CardStore::bytes);
        shelf.show("hotlane_cards_loaded", "1 if products are served", store -> store.loaded() ? 1 : 0);
        shelf.show("hotlane_cards_hot", "1 if not all cards are in memory", store -> store.isHot() ? 1 : 0);
        shelf.show("hotlane_cards_exceeded", "1 if the cards exceed a bound", store -> store.exceeded() ? 1 : 0);
    }

    private record Shelf(Metrics metrics, Cards cards) {
        void show(String name, String description, ToDoubleFunction<CardStore> value) {
            metrics.gauge(name, description, cards, all -> {
                CardStore store = all.store();
                return store == null ? 0 : value.applyAsDouble(store);
            });
        }
    }
}
