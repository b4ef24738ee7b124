package dev.hotlane.flusher.mysql;

import java.sql.SQLException;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * The exponential backoff of one writer: the ceiling doubles with every failure in a row; the wait is random in its upper half. Owned by
 * the writer thread; any thread may read the count and the last failure.
 */
final class RetryPause {
    private final long minMillis;
    private final long maxMillis;
    private final LongSupplier nanos;
    private final LongUnaryOperator chance;
    private volatile int failures;
    private volatile String lastFailure;
    private boolean waiting;
    private long deadline;

    RetryPause(FlushSettings settings) {
        minMillis = settings.backoff().min().toMillis();
        maxMillis = settings.backoff().max().toMillis();
        nanos = settings.surroundings().nanos();
        chance = settings.surroundings().chance();
    }

    /** Counts one more failure; returns the wait until the next attempt, in milliseconds. */
    long failed(SQLException e) {
        int count = failures + 1;
        long millis = millisAfter(count);
        lastFailure = SqlErrors.describe(e);
        failures = count;
        waiting = true;
        deadline = nanos.getAsLong() + millis * 1_000_000;
        return millis;
    }

    /** The wait in ms after that number of failures in a row, from 1. Jitter keeps processes from retrying together. */
    long millisAfter(int count) {
        int doublings = Math.min(count - 1, Long.numberOfLeadingZeros(minMillis) - 2);
        long ceiling = Math.min(maxMillis, minMillis << doublings);
        return ceiling - chance.applyAsLong(ceiling / 2 + 1);
    }

    /** Rest of the wait in nanoseconds, 0 or less when it is over. */
    long left() {
        long left = waiting ? deadline - nanos.getAsLong() : 0;
        waiting = left > 0;
        return left;
    }

    /** Resets the failures; returns their number. */
    int succeeded() {
        int before = failures;
        if (before > 0) {
            failures = 0;
            lastFailure = null;
        }
        return before;
    }

    /** The 1st, 2nd, 4th, 8th failure and so on: a night without MySQL must not fill the disk with logs. */
    static boolean isWorthALine(int failures) {
        return Integer.bitCount(failures) == 1;
    }

    int failures() {
        return failures;
    }

    /** Null after a success. */
    String lastFailure() {
        return lastFailure;
    }
}
