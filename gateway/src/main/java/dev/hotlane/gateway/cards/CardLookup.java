package dev.hotlane.gateway.cards;

/**
 * The outcome of a lookup. Immutable; any thread.
 *
 * @param state what is known
 * @param card the card; null unless it is present
 * @param offset the place of the newest good record in the topic; -1 unless the card is stored there only
 */
public record CardLookup(State state, Card card, long offset) {
    /** What is known of a product. */
    public enum State {
        /** Its card is in memory. */
        PRESENT,

        /** Its card is in the topic, see {@link Cards#fetch}. */
        STORED,

        /** It has no card. */
        ABSENT,

        /** Cards are loading, some are left out, or Kafka does not return the record. */
        UNKNOWN
    }

    private static final long NOWHERE = -1;

    static final CardLookup ABSENT = new CardLookup(State.ABSENT, null, NOWHERE);
    static final CardLookup UNKNOWN = new CardLookup(State.UNKNOWN, null, NOWHERE);

    static CardLookup present(Card card) {
        return new CardLookup(State.PRESENT, card, NOWHERE);
    }

    static CardLookup stored(long offset) {
        return new CardLookup(State.STORED, null, offset);
    }
}
