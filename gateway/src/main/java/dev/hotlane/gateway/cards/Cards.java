package dev.hotlane.gateway.cards;

import dev.hotlane.gateway.settings.CardSettings;
import dev.hotlane.gateway.settings.LaneSettings;
import java.util.concurrent.CompletableFuture;

/** The product cards of a gateway: a store that follows the topic, and fetches of what is not in memory. Any thread. */
public final class Cards implements AutoCloseable {
    private final CardTopic topic;
    private final CardFetches fetches;

    private Cards(CardTopic topic, CardFetches fetches) {
        this.topic = topic;
        this.fetches = fetches;
    }

    /** Starts to read the cards of a lane; returns at once. */
    public static Cards start(LaneSettings lane, CardSettings settings) {
        CardConsumers consumers = new CardConsumers(lane);
        CardTopic topic = new CardTopic(consumers, settings);
        CardFetches fetches =
                new CardFetches(() -> new CardSeek(consumers.seeking(), consumers.partition()), settings.counterKey());
        topic.start();
        return new Cards(topic, fetches);
    }

    /** The store of the topic as it is now; null before Kafka answered for the first time. */
    public CardStore store() {
        return topic.store();
    }

    /** Fetches a card that is {@link CardLookup.State#STORED}. Completes on any thread, and never with an exception. */
    public CompletableFuture<CardLookup> fetch(CardStore store, String id) {
        return fetches.fetch(store, id);
    }

    /** Number of records that were no cards. */
    public long bad() {
        return topic.bad();
    }

    /** Number of failures to read the topic. */
    public long failures() {
        return topic.failures();
    }

    /** Number of fetches of single cards. */
    public long fetched() {
        return fetches.started();
    }

    /** Number of those that returned no card in time. */
    public long fetchFailures() {
        return fetches.failed();
    }

    /** Ends all threads; waits some seconds at most. */
    @Override
    public void close() {
        topic.close();
        fetches.close();
    }
}
