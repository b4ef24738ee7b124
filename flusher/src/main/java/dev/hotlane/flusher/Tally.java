package dev.hotlane.flusher;

/** Amounts that one transaction wrote. */
final class Tally {
    long upserts;
    long deletes;
    long entries;
    long bytes;
}
