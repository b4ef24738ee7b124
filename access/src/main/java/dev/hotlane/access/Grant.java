package dev.hotlane.access;

import java.util.Set;

/**
 * One grant of a principal, as the file states it.
 *
 * @param verbs what it allows
 * @param keys prefixes for the verbs that use {@link KeyList#KEYS}
 * @param limits prefixes of limits
 * @param buckets prefixes of token buckets
 * @param holds the reservations that the verbs reach
 */
public record Grant(Set<Verb> verbs, Prefixes keys, Prefixes limits, Prefixes buckets, HoldScope holds) {
    /** The prefixes of one list. */
    public Prefixes prefixes(KeyList list) {
        return switch (list) {
            case KEYS -> keys;
            case LIMITS -> limits;
            case BUCKETS -> buckets;
        };
    }
}
