package dev.hotlane.infra.demo;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.Refused;
import dev.hotlane.client.Reservation;

/**
 * One intent of a buyer under one idempotency key, sent until it has an outcome. Used by the thread {@code buyers}
 * only.
 */
final class DemoCall {
    /** Its purpose. */
    enum Purpose {
        /** A buyer's first attempt to reserve a unit. */
        HOLD,
        /** The same request again, at once: must get the same answer. */
        DUPLICATE,
        /** A holder pays. */
        CONFIRM,
        /** A holder gives a unit back. */
        CANCEL,
        /** A winner reserves one more under a new key: the limit must reject it. */
        GREEDY,
        /** A buyer without a unit tries again, as units return. */
        COMEBACK
    }

    final Purpose purpose;
    final int buyer;
    final LaneCall<Reservation> call;
    final long startedNanos = System.nanoTime();

    /** The call that this one repeats, or null. */
    final DemoCall original;

    /** Attempts of unknown outcome: all failed ones but 503. */
    int unknown;

    /** Its outcome, once it is answered. */
    CallOutcome<Reservation> outcome;

    DemoCall(Purpose purpose, int buyer, LaneCall<Reservation> call) {
        this(purpose, buyer, call, null);
    }

    private DemoCall(Purpose purpose, int buyer, LaneCall<Reservation> call, DemoCall original) {
        this.purpose = purpose;
        this.buyer = buyer;
        this.call = call;
        this.original = original;
    }

    /** The same request under the same id. */
    DemoCall twin() {
        return new DemoCall(Purpose.DUPLICATE, buyer, call, this);
    }

    boolean isDone() {
        return outcome.isDone();
    }

    /** Whether an earlier attempt decided it. */
    boolean isReplayed() {
        return outcome instanceof Done<?> done ? done.replayed() : ((Refused<?>) outcome).replayed();
    }

    /** The HTTP status of a rejection, else 0. */
    int refusedStatus() {
        return outcome instanceof Refused<?> refused ? refused.status() : 0;
    }

    /** The code of a rejection. */
    String code() {
        return outcome instanceof Refused<?> refused ? refused.code().toString() : "";
    }

    /** Whether the twin's answer differs from the original's, apart from the replay mark. */
    boolean differs() {
        return !answer(outcome).equals(answer(original.outcome));
    }

    private static Object answer(CallOutcome<Reservation> outcome) {
        return outcome instanceof Done<Reservation> done ? done.value() : unreplayed((Refused<Reservation>) outcome);
    }

    private static Refused<Reservation> unreplayed(Refused<Reservation> refused) {
        return new Refused<>(
                refused.code(),
                refused.status(),
                refused.detail(),
                refused.op(),
                refused.retryAfter(),
                refused.at(),
                false);
    }
}
