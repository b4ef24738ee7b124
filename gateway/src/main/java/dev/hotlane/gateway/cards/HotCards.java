package dev.hotlane.gateway.cards;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The places of all cards in the topic, and the cards that were read lately. One thread writes; any thread finds cards
 * and keeps those that it fetched.
 *
 * <p>The place of a changed card is written before its body, and a body is used only if it is not older than its place.
 * So no lookup returns a version older than the place that it read.
 */
final class HotCards {
    private final ConcurrentHashMap<String, Long> places = new ConcurrentHashMap<>();
    private final Cache<String, Card> bodies;
    private final long bytesMax;
    private final int idsMax;
    private long filled;
    private volatile boolean full;

    /** {@code bytesMax} bounds the heap of the bodies, {@code idsMax} the number of places. */
    HotCards(long bytesMax, int idsMax) {
        this.bytesMax = bytesMax;
        this.idsMax = idsMax;
        // On the calling thread, so that the bound is met at each return.
        bodies = Caffeine.newBuilder()
                .executor(Runnable::run)
                .maximumWeight(bytesMax)
                .weigher((String id, Card card) -> (int) Math.min(Integer.MAX_VALUE, card.bytes()))
                .build();
    }

    CardLookup find(String id) {
        Long offset = places.get(id);
        if (offset == null) {
            return full ? CardLookup.UNKNOWN : CardLookup.ABSENT;
        }
        Card body = bodies.getIfPresent(id);
        return body != null && body.offset() >= offset ? CardLookup.present(body) : CardLookup.stored(offset);
    }

    /** Whether the writer should hand the body over: it is in use, or there was room for all bodies so far. */
    boolean wants(String id) {
        return filled < bytesMax || bodies.asMap().containsKey(id);
    }

    /** Writer: the newest version of a card. */
    void put(Card card) {
        if (place(card.id(), card.offset())) {
            filled += card.bytes();
            bodies.put(card.id(), card);
        }
    }

    /** Writer: the newest version of a card whose body is not wanted. */
    void put(StoredCard card) {
        if (place(card.id(), card.offset())) {
            // A fetch may have kept the former version since it was asked for.
            bodies.asMap().remove(card.id());
        }
    }

    private boolean place(String id, long offset) {
        if (places.mappingCount() >= idsMax && !places.containsKey(id)) {
            full = true;
            return false;
        }
        places.put(id, offset);
        return true;
    }

    /** Writer: the product has no card any more. */
    void remove(String id) {
        places.remove(id);
        bodies.asMap().remove(id);
    }

    /** Keeps a fetched card if it is still the newest version; any thread. */
    void keep(Card card) {
        bodies.asMap().compute(card.id(), (id, known) -> {
            Long offset = places.get(id);
            return offset != null && offset == card.offset() ? card : known;
        });
    }

    /** Number of places. */
    long size() {
        return places.mappingCount();
    }

    /** Calculated heap of the bodies, in bytes. */
    long bytes() {
        return bodies.policy().eviction().orElseThrow().weightedSize().orElse(0);
    }

    /** Whether a product was left out, because there are too many; never false again. */
    boolean full() {
        return full;
    }
}
