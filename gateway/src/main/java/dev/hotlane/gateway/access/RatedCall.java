package dev.hotlane.gateway.access;

import dev.hotlane.access.rate.PrincipalRate;
import dev.hotlane.access.rate.RateAnswer;

/** One call that is in flight by its principal's rate. Belongs to one event loop. */
public final class RatedCall {
    /** A call of a gateway without principals, or of a route that is open to all: nothing is counted. */
    public static final RatedCall FREE = new RatedCall(null, null);

    private final PrincipalRate rate;
    private final RateAnswer from;
    private boolean ended;

    /** A call that began by this answer of the rate. */
    public RatedCall(PrincipalRate rate, RateAnswer from) {
        this.rate = rate;
        this.from = from;
    }

    /** Charges what it costs beyond its first unit, in sixteenths. */
    public void charge(int sixteenths) {
        if (rate != null) {
            rate.charge(from, sixteenths, System.nanoTime());
        }
    }

    /** It is answered, or its client has gone. Later calls do nothing. */
    public void end() {
        if (rate != null && !ended) {
            ended = true;
            rate.end();
        }
    }
}
