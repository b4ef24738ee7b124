package dev.hotlane.gateway.cards;

/**
 * Bounds on what a {@link CardStore} keeps. Immutable; any thread.
 *
 * @param bytesMax calculated heap of the cards in memory
 * @param idsMax places in the topic, while not all cards are in memory: about 120 bytes each
 */
record CardBounds(long bytesMax, int idsMax) {
    private static final int IDS_MAX = 5_000_000;

    /** As many places as a gateway keeps at most. */
    CardBounds(long bytesMax) {
        this(bytesMax, IDS_MAX);
    }
}
