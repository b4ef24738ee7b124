package dev.hotlane.flusher.mysql;

/**
 * How far hl_change is complete.
 *
 * @param identity the log that its rows come from
 * @param base added to an offset of that log, gives the sequence
 * @param next first sequence whose changes are not in the table
 * @param time log time T before it, epoch milliseconds
 * @param digest of the state before it
 */
public record HistoryPosition(Identity identity, long base, long next, long time, long digest) {}
