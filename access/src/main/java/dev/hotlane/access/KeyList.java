package dev.hotlane.access;

import java.util.Locale;

/**
 * The three lists of prefixes of a grant. A positive add on a stock key would create stock, and a take would make a
 * bucket of it. So limits and buckets have lists of their own.
 */
public enum KeyList {
    /** Stock, and whatever else is counted. */
    KEYS,
    /** Counters of what one customer has used. */
    LIMITS,
    /** Token buckets. */
    BUCKETS;

    /** The list's field in the file: {@code keys}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
