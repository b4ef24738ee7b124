package dev.hotlane.gateway.cards;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cards of one topic: all in memory, or those that are read while the others stay in the topic. Cards that exceed
 * their bound change the store from the one to the other. One thread applies the records and closes the store; any
 * thread looks cards up and reads the figures.
 *
 * <p>A card found is always the newest version that was applied and is no bad card.
 */
public final class CardStore implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CardStore.class);
    private static final long NO_OFFSET = -1;

    private final long topic;
    private final CardReader reader;
    private final CardBounds bounds;
    private final ConcurrentHashMap<String, Card> all = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong bad = new AtomicLong();
    private long lastOffset = NO_OFFSET;
    private volatile HotCards hot;
    private volatile boolean loaded;
    private volatile boolean exceeded;

    private CardStore(long topic, CardReader reader, CardBounds bounds, HotCards hot) {
        this.topic = topic;
        this.reader = reader;
        this.bounds = bounds;
        this.hot = hot;
    }

    /** Holds all cards while they fit. Takes the reader over: {@link #close} closes it. */
    static CardStore all(long topic, CardReader reader, CardBounds bounds) {
        return new CardStore(topic, reader, bounds, null);
    }

    /** As {@link #all}, but holds the cards that are read. */
    static CardStore hot(long topic, CardReader reader, CardBounds bounds) {
        return new CardStore(topic, reader, bounds, new HotCards(bounds.bytesMax(), bounds.idsMax()));
    }

    /** The {@link ProductTag#topic} of the topic that the cards come from. */
    public long topic() {
        return topic;
    }

    /**
     * Applies the next record; {@code value} is null for a tombstone. Throws IllegalArgumentException unless offsets
     * rise.
     */
    void apply(long offset, byte[] key, byte[] value) {
        if (offset <= lastOffset) {
            throw new IllegalArgumentException("card at offset " + offset + " after that at " + lastOffset);
        }
        lastOffset = offset;
        HotCards some = hot;
        CardOutcome outcome =
                some == null ? reader.read(offset, key, value) : reader.read(offset, key, value, some::wants);
        if (outcome instanceof Card card) {
            put(card);
        } else if (outcome instanceof StoredCard stored) {
            hot.put(stored);
        } else if (outcome instanceof RemovedCard removed) {
            remove(removed.id());
        } else if (outcome instanceof BadCard spoiled) {
            bad.incrementAndGet();
            log.warn("the record at offset {} of the cards topic is skipped: {}", offset, spoiled.reason());
        }
    }

    private void put(Card card) {
        if (hot != null) {
            hot.put(card);
            return;
        }
        Card former = all.get(card.id());
        long more = card.bytes() - (former == null ? 0 : former.bytes());
        if (bytes.get() + more <= bounds.bytesMax()) {
            bytes.addAndGet(more);
            all.put(card.id(), card);
        } else {
            becomeHot(card);
        }
    }

    private void becomeHot(Card card) {
        log.warn(
                "the cards exceed {} bytes with the one at offset {}: from now on only those that are read stay in"
                        + " memory, see --cards-bytes-max",
                bounds.bytesMax(),
                lastOffset);
        exceeded = true;
        HotCards some = new HotCards(bounds.bytesMax(), bounds.idsMax());
        all.values().forEach(some::put);
        some.put(card);
        // Before the others are dropped, so that no lookup takes one of them for a card that was removed.
        hot = some;
        all.clear();
        bytes.set(0);
    }

    private void remove(String id) {
        if (hot != null) {
            hot.remove(id);
            return;
        }
        Card former = all.remove(id);
        if (former != null) {
            bytes.addAndGet(-former.bytes());
        }
    }

    /** The records up to the end of the topic, as it was at the start, are applied. Called by the applying thread. */
    void markLoaded() {
        loaded = true;
    }

    /** Whether lookups are answered; until then old versions may be applied, which compaction has not yet removed. */
    public boolean loaded() {
        return loaded;
    }

    /** Looks a product up by its id. Any thread; never waits. */
    public CardLookup find(String id) {
        if (!loaded) {
            return CardLookup.UNKNOWN;
        }
        if (hot == null) {
            Card card = all.get(id);
            if (card != null) {
                return CardLookup.present(card);
            }
            // Absent only if all cards were still there: the store may have become hot since.
            if (hot == null) {
                return CardLookup.ABSENT;
            }
        }
        return hot.find(id);
    }

    /** Keeps a card that was fetched from the topic, if it is still the newest version; any thread. */
    void keep(Card card) {
        HotCards some = hot;
        if (some != null) {
            some.keep(card);
        }
    }

    /** Number of products with a card. */
    public long size() {
        HotCards some = hot;
        return some == null ? all.mappingCount() : some.size();
    }

    /** Calculated heap of the cards in memory, in bytes; at most the bound. */
    public long bytes() {
        HotCards some = hot;
        return some == null ? bytes.get() : some.bytes();
    }

    /** Number of records that were no cards. */
    public long bad() {
        return bad.get();
    }

    /** Whether not all cards need be in memory. */
    public boolean isHot() {
        return hot != null;
    }

    /** Whether the cards exceeded a bound: all became hot, or a product was left out; never false again. */
    public boolean exceeded() {
        HotCards some = hot;
        return exceeded || some != null && some.full();
    }

    @Override
    public void close() {
        reader.close();
    }
}
