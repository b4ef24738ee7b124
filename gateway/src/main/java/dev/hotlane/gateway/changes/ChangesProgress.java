package dev.hotlane.gateway.changes;

/**
 * Up to where the feed has published.
 *
 * @param upTo sequence of the last record of the log that is published
 * @param changes offset behind its records in the changes topic: it counts once the reader is there
 */
record ChangesProgress(long upTo, long changes) {}
