package dev.hotlane.gateway.settings;

/**
 * The product cards of a gateway; checked when made, immutable.
 *
 * @param mode which of them it holds
 * @param counterKey the counter of products whose document names none; null if they have none
 * @param bytesMax bound on the heap of the cards in memory, as calculated; places in the topic are not counted
 */
public record CardSettings(CardMode mode, CounterPattern counterKey, long bytesMax) {
    /** Bound on the heap of an operator who names none: 256 MiB. */
    public static final long USUAL_BYTES_MAX = 256L << 20;

    /** No cards; the usual bound if they are switched on. */
    public static final CardSettings OFF = new CardSettings(CardMode.OFF, null, USUAL_BYTES_MAX);

    private static final long BYTES_LEAST = 1 << 16;

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public CardSettings {
        Requirement.require(bytesMax >= BYTES_LEAST, "cardsBytesMax must be at least 65536 bytes: " + bytesMax);
    }

    /** A copy with another mode. */
    public CardSettings withMode(CardMode other) {
        return new CardSettings(other, counterKey, bytesMax);
    }

    /** A copy with another counter of products whose document names none. */
    public CardSettings withCounterKey(CounterPattern other) {
        return new CardSettings(mode, other, bytesMax);
    }

    /** A copy with another bound, in bytes. */
    public CardSettings withBytesMax(long bytes) {
        return new CardSettings(mode, counterKey, bytes);
    }

    /** Whether products are served. */
    public boolean on() {
        return mode != CardMode.OFF;
    }
}
