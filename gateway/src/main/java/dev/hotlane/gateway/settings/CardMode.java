package dev.hotlane.gateway.settings;

import java.util.Locale;

/** Which product cards a gateway holds in memory. */
public enum CardMode {
    /** None: products are not served. */
    OFF,

    /** All; if they exceed their bound, those that are read. */
    ALL,

    /** Those that are read; of the others their places in the topic. */
    HOT;

    /** The mode of a word such as {@code hot}; throws IllegalArgumentException if there is none. */
    public static CardMode of(String word) {
        for (CardMode mode : values()) {
            if (mode.toString().equals(word)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("cards must be off, all or hot: " + word);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
