package dev.hotlane.gateway.http;

import dev.hotlane.gateway.cards.Cards;
import dev.hotlane.gateway.changes.ChangesHub;
import dev.hotlane.gateway.listing.CounterListing;

/**
 * What answers reads without the log; any thread may use each part.
 *
 * @param listing lists of counters
 * @param view the view and what is made of it
 * @param cards product cards; null if they are switched off
 * @param changes the streams of changes
 */
public record ReadParts(CounterListing listing, ViewParts view, Cards cards, ChangesHub changes) {}
