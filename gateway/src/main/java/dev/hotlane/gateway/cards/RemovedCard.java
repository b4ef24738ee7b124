package dev.hotlane.gateway.cards;

/** A tombstone: the product has no card any more. Immutable; any thread. */
public record RemovedCard(String id) implements CardOutcome {}
