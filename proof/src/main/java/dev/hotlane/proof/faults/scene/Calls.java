package dev.hotlane.proof.faults.scene;

import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Callers;
import dev.hotlane.proof.history.Request;
import io.vertx.core.Future;
import java.time.Duration;

/** Calls that the row makes itself, one after the other, recorded like those of the load. One thread. */
final class Calls {
    /** Number of this caller; those of the load count from 0. */
    private static final int OWN_CLIENT = 1_000;

    private static final int TRIES_MAX = 1_000;
    private static final Duration TRY_PAUSE = Duration.ofMillis(100);

    private final Callers callers;
    private final int gateways;

    Calls(Callers callers, int gateways) {
        this.callers = callers;
        this.gateways = gateways;
    }

    CallResult call(int gateway, Request request) {
        return ended(callers.send(OWN_CLIENT, gateway, request));
    }

    static CallResult ended(Future<CallResult> call) {
        Patience.await("an answer or its absence", Patience.LONG, call::isComplete);
        return call.result();
    }

    CallResult decided(Request request) {
        for (int i = 0; i < TRIES_MAX; i++) {
            CallResult told = call(i % gateways, request);
            if (told.isFinal()) {
                return told;
            }
            Patience.pass(TRY_PAUSE);
        }
        throw new RowFailure("no final answer to " + request + " after " + TRIES_MAX + " tries");
    }
}
