package dev.hotlane.flusher.mysql;

/**
 * A snapshot as MySQL lists it.
 *
 * @param nextOffset first offset that is not in it
 * @param digest of the whole state in it
 * @param file whole path of the file that was written
 */
public record ListedSnapshot(long nextOffset, long digest, String file) {}
