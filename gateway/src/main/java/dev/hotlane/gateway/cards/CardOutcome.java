package dev.hotlane.gateway.cards;

/** The outcome of one record of the cards topic. */
public sealed interface CardOutcome permits Card, StoredCard, RemovedCard, BadCard {}
