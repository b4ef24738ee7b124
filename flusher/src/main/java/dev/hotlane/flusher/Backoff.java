package dev.hotlane.flusher;

import java.sql.SQLException;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Exponential backoff: the ceiling doubles with every failure in a row, the wait is a random upper half of it. Owned by
 * the writer thread; the count and the last failure may be read by any.
 */
final class Backoff {
    private final long minMillis;
    private final long maxMillis;
    private final LongSupplier nanos;
    private final LongUnaryOperator chance;
    private volatile int failures;
    private volatile String lastFailure;
    private boolean waiting;
    private long deadline;

    Backoff(FlushSettings settings) {
        minMillis = settings.backoffMinMillis();
        maxMillis = settings.backoffMaxMillis();
        nanos = settings.surroundings().nanos();
        chance = settings.surroundings().chance();
    }

    /** Counts one more failure; gives the wait until the next attempt, in milliseconds. */
    long failed(SQLException e) {
        int count = failures + 1;
        long millis = millisAfter(count);
        lastFailure = SqlErrors.describe(e);
        failures = count;
        waiting = true;
        deadline = nanos.getAsLong() + millis * 1_000_000;
        return millis;
    }

    /** The wait after that number of failures in a row, from 1. The jitter keeps processes from retrying in step. */
    long millisAfter(int count) {
        int doublings = Math.min(count - 1, Long.numberOfLeadingZeros(minMillis) - 2);
        long ceiling = Math.min(maxMillis, minMillis << doublings);
        return ceiling - chance.applyAsLong(ceiling / 2 + 1);
    }

    /** What is left of the wait in nanoseconds, 0 or less when it is over. */
    long left() {
        long left = waiting ? deadline - nanos.getAsLong() : 0;
        waiting = left > 0;
        return left;
    }

    /** Forgets the failures; gives how many there were. */
    int succeeded() {
        int before = failures;
        if (before > 0) {
            failures = 0;
            lastFailure = null;
        }
        return before;
    }

    int failures() {
        return failures;
    }

    /** Null while all is well. */
    String lastFailure() {
        return lastFailure;
    }
}
