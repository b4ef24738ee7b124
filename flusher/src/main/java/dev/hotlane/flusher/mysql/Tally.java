package dev.hotlane.flusher.mysql;

/** Amounts that one transaction wrote. */
final class Tally {
    long upserts;
    long deletes;
    long entries;
    long bytes;
}
