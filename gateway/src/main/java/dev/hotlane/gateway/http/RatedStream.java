package dev.hotlane.gateway.http;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.rate.PrincipalRate;
import dev.hotlane.gateway.access.GatewayAccess;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;

/** One open stream, counted by its principal's rate. Belongs to one event loop. */
final class RatedStream {
    private final PrincipalRate rate;
    private boolean closed;

    private RatedStream(PrincipalRate rate) {
        this.rate = rate;
    }

    /** Counts one more stream of a caller; throws RequestRefused if it has as many as it may have. */
    static RatedStream open(GatewayAccess access, KnownCaller caller) {
        if (caller.isAnyone()) {
            return new RatedStream(null);
        }
        PrincipalRate rate = access.rates().of(caller.principal());
        if (!rate.openStream()) {
            rate.refuse();
            throw new RequestRefused(
                    Code.QUOTA_EXCEEDED,
                    "The principal " + caller.principal().name()
                            + " has as many streams open at this gateway as it may (streams). Close one, or open this one"
                            + " at another gateway.");
        }
        return new RatedStream(rate);
    }

    /** It is over. Later calls do nothing. */
    void close() {
        if (rate != null && !closed) {
            closed = true;
            rate.closeStream();
        }
    }
}
