package dev.hotlane.flusher.mysql;

/**
 * One row of hl_change: what one record of the log made of one counter. Immutable; the arrays must not change.
 *
 * @param sequence of the record
 * @param time log time T after it, epoch milliseconds
 * @param cause why the counter changed
 * @param key UTF-8 bytes of the counter's key
 * @param before its value before, null if it was absent
 * @param after its numbers after, null if it is gone
 */
public record ChangeRow(long sequence, long time, Cause cause, byte[] key, Long before, Numbers after) {
    /**
     * Why a counter changed.
     *
     * @param kind 1..16 letters
     * @param tenant of the id, or empty
     * @param id of the command, of an expiry that of the reservation; null for a bucket that was full
     */
    public record Cause(String kind, byte[] tenant, byte[] id) {}

    /** The numbers of a counter; a version below 0 marks a token bucket. */
    public record Numbers(long value, long version, long held, long confirmed) {}
}
