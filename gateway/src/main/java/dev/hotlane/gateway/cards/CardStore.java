package dev.hotlane.gateway.cards;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All cards of a topic, in memory. One thread applies the records and closes the store; any thread looks cards up and
 * reads the figures.
 *
 * <p>A card found is always the newest version that was applied and is no bad card. A card that would exceed the bound is
 * left out together with its former versions, and from then on a product that is not found may still have a card.
 */
public final class CardStore implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CardStore.class);
    private static final long NO_OFFSET = -1;

    private final ConcurrentHashMap<String, Card> cards = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong bad = new AtomicLong();
    private final CardReader reader;
    private final long bytesMax;
    private long lastOffset = NO_OFFSET;
    private volatile boolean loaded;
    private volatile boolean exceeded;

    /** Takes the reader over: {@link #close} closes it. {@code bytesMax} bounds the heap of all cards. */
    public CardStore(CardReader reader, long bytesMax) {
        this.reader = reader;
        this.bytesMax = bytesMax;
    }

    /**
     * Applies the next record; {@code value} is null for a tombstone. Throws IllegalArgumentException unless offsets
     * rise.
     */
    public void apply(long offset, byte[] key, byte[] value) {
        if (offset <= lastOffset) {
            throw new IllegalArgumentException("card at offset " + offset + " after that at " + lastOffset);
        }
        lastOffset = offset;
        CardOutcome outcome = reader.read(offset, key, value);
        if (outcome instanceof Card card) {
            put(card);
        } else if (outcome instanceof RemovedCard removed) {
            remove(removed.id());
        } else if (outcome instanceof BadCard spoiled) {
            bad.incrementAndGet();
            log.warn("the record at offset {} of the cards topic is skipped: {}", offset, spoiled.reason());
        }
    }

    private void put(Card card) {
        Card former = cards.get(card.id());
        long more = card.bytes() - (former == null ? 0 : former.bytes());
        if (bytes.get() + more <= bytesMax) {
            bytes.addAndGet(more);
            cards.put(card.id(), card);
        } else {
            exceed(card.id());
        }
    }

    private void exceed(String id) {
        if (!exceeded) {
            log.warn("the cards exceed {} bytes with the card at offset {}: it is left out", bytesMax, lastOffset);
        }
        // Before the removal, so that no lookup takes the card for one that was removed.
        exceeded = true;
        remove(id);
    }

    private void remove(String id) {
        Card former = cards.remove(id);
        if (former != null) {
            bytes.addAndGet(-former.bytes());
        }
    }

    /** The records up to the end of the topic, as it was at the start, are applied. Called by the applying thread. */
    public void loaded() {
        loaded = true;
    }

    /** Looks a product up by the bytes of its id. Any thread; never waits. */
    public CardLookup find(byte[] id) {
        if (!loaded) {
            // What was applied so far may be an old version, which compaction has not yet removed.
            return CardLookup.UNKNOWN;
        }
        Card card = cards.get(new String(id, StandardCharsets.UTF_8));
        if (card != null) {
            return new CardLookup(card, true);
        }
        return exceeded ? CardLookup.UNKNOWN : CardLookup.ABSENT;
    }

    /** Number of cards. */
    public long size() {
        return cards.mappingCount();
    }

    /** Calculated heap of all cards, in bytes; at most the bound. */
    public long bytes() {
        return bytes.get();
    }

    /** Number of records that were no cards. */
    public long bad() {
        return bad.get();
    }

    /** Whether a card was left out, because all would exceed the bound; never false again. */
    public boolean exceeded() {
        return exceeded;
    }

    @Override
    public void close() {
        reader.close();
    }
}
