package dev.hotlane.flusher;

import java.util.concurrent.ThreadLocalRandom;

/** Exponential backoff: the ceiling doubles with every failure in a row, the wait is a random upper half of it. */
final class Backoff {
    private final long minMillis;
    private final long maxMillis;

    Backoff(FlushSettings settings) {
        minMillis = settings.backoffMinMillis();
        maxMillis = settings.backoffMaxMillis();
    }

    /** The wait after so many failures in a row, from 1. The randomness keeps processes from knocking in step. */
    long millisAfter(int failures) {
        int doublings = Math.min(failures - 1, Long.numberOfLeadingZeros(minMillis) - 2);
        long ceiling = Math.min(maxMillis, minMillis << doublings);
        return ceiling - ThreadLocalRandom.current().nextLong(ceiling / 2 + 1);
    }
}
