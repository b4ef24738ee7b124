package dev.hotlane.gateway.cards;

/**
 * The outcome of a lookup. Immutable; any thread.
 *
 * @param card the card, or null
 * @param certain whether a null card means that the product has none; false while cards load, or if some are left out
 */
public record CardLookup(Card card, boolean certain) {
    static final CardLookup ABSENT = new CardLookup(null, true);
    static final CardLookup UNKNOWN = new CardLookup(null, false);
}
