package dev.hotlane.gateway.cards;

/**
 * A record that is no card; the former version of the product's card stays. Immutable; any thread.
 *
 * @param reason what was found and what was expected, in one line
 */
public record BadCard(String reason) implements CardOutcome {}
