package dev.hotlane.access.rate;

import dev.hotlane.access.Rate;
import java.util.concurrent.TimeUnit;

/**
 * A {@link Rate}, split: a fifth of each number is kept for calls that end reservations. Less than 5 keeps nothing.
 * Immutable.
 *
 * @param rate the whole
 * @param shared what all calls may use
 * @param kept what only calls that end reservations may use; null if there is none
 * @param sharedInFlight most calls without an answer, unless a call ends a reservation
 */
record RateTerms(Rate rate, Flow shared, Flow kept, int sharedInFlight) {
    private static final int PARTS = 5;

    /** The terms of this rate; null if there is no rate. */
    static RateTerms of(Rate rate) {
        if (rate == null) {
            return null;
        }
        int perSecond = rate.perSecond() / PARTS;
        int burst = rate.burst() / PARTS;
        boolean keeps = perSecond > 0 && burst > 0;
        return new RateTerms(
                rate,
                keeps
                        ? Flow.of(rate.perSecond() - perSecond, rate.burst() - burst)
                        : Flow.of(rate.perSecond(), rate.burst()),
                keeps ? Flow.of(perSecond, burst) : null,
                rate.inFlight() - rate.inFlight() / PARTS);
    }

    /**
     * One bucket's numbers.
     *
     * @param perSecond units that flow in per second
     * @param unitNanos time in which one unit flows in, rounded up to ns
     * @param burstNanos time in which an empty bucket fills
     */
    record Flow(int perSecond, long unitNanos, long burstNanos) {
        private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

        static Flow of(int perSecond, int burst) {
            long unit = nanos(perSecond, CallCost.UNIT);
            return new Flow(perSecond, unit, unit * burst);
        }

        /** The time in which this number of sixteenths flows in, rounded up to ns. */
        long nanos(int sixteenths) {
            return nanos(perSecond, sixteenths);
        }

        private static long nanos(long perSecond, int sixteenths) {
            long divisor = perSecond * CallCost.UNIT;
            return (sixteenths * SECOND + divisor - 1) / divisor;
        }
    }
}
