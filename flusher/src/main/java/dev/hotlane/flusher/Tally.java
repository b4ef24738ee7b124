package dev.hotlane.flusher;

/** What one transaction wrote. */
final class Tally {
    long upserts;
    long deletes;
    long entries;
    long bytes;
}
