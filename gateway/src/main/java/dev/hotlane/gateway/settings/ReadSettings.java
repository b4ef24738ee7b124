package dev.hotlane.gateway.settings;

/**
 * What a gateway keeps in its own memory to answer reads from. Immutable.
 *
 * @param view the view of all counters
 * @param cards the product cards
 * @param changes the streams of changes
 */
public record ReadSettings(ViewSettings view, CardSettings cards, ChangesSettings changes) {
    /** No view and no cards: each read of counters goes through the log, and no product is served. */
    public static final ReadSettings OFF = new ReadSettings(ViewSettings.OFF, CardSettings.OFF, ChangesSettings.USUAL);
}
