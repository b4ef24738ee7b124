package dev.hotlane.gateway.access;

import dev.hotlane.access.KnownCaller;

/** Receives who sent a request: exactly one of these calls, on the event loop of its connection. */
public interface CallerReceiver {
    /** This caller sent it. */
    void known(KnownCaller caller);

    /** The request proves no principal: 401, the same for each cause. */
    void unknown();

    /** The gateway can't find out now: 503, nothing was executed. */
    void unavailable(String detail);
}
