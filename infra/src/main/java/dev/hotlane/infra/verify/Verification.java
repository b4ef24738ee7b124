package dev.hotlane.infra.verify;

import java.util.List;

/**
 * Result of a comparison.
 *
 * @param nextOffset MySQL holds the state as of this offset; the log was replayed up to it
 * @param digest of the replayed state
 * @param counters rows compared
 * @param openHolds rows compared; their sums are compared with the counters' held units
 * @param resolvedHolds packed holds compared
 * @param windowEntries packed entries compared
 * @param differenceCount number of rows or fields that differ
 * @param differences the first of them, a sentence each
 */
public record Verification(
        long nextOffset,
        long digest,
        long counters,
        long openHolds,
        long resolvedHolds,
        long windowEntries,
        long differenceCount,
        List<String> differences) {

    /** Whether nothing differs. */
    public boolean equal() {
        return differenceCount == 0;
    }

    /** One line for people. */
    public String summary() {
        return equal()
                ? String.format(
                        "MySQL equals the log at offset %d (digest %016x, %,d counters, %,d open and %,d resolved holds,"
                                + " %,d window entries)",
                        nextOffset, digest, counters, openHolds, resolvedHolds, windowEntries)
                : String.format(
                        "MySQL DIFFERS from the log at offset %d: %,d differences (replayed digest %016x)",
                        nextOffset, differenceCount, digest);
    }
}
