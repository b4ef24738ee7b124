package dev.hotlane.gateway.cards;

/** A good record of a product whose card is not kept in memory. Immutable; any thread. */
record StoredCard(String id, long offset) implements CardOutcome {}
