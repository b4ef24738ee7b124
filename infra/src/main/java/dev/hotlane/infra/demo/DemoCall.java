package dev.hotlane.infra.demo;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.Refused;
import dev.hotlane.client.Reservation;

/**
 * One intent of a buyer under one idempotency key, sent as often as it takes to learn what became of it. Touched by the
 * thread {@code buyers} only.
 */
final class DemoCall {
    /** What it is for. */
    enum Purpose {
        /** A buyer's first try to get one. */
        HOLD,
        /** The very same request again, at once: must get the very same answer. */
        DUPLICATE,
        /** A holder has paid. */
        CONFIRM,
        /** A holder gives back what he does not want. */
        CANCEL,
        /** A winner who wants one more under a new key: must be refused by the limit. */
        GREEDY,
        /** A buyer who got none comes back, as units return. */
        COMEBACK
    }

    final Purpose purpose;
    final int buyer;
    final LaneCall<Reservation> call;
    final long startedNanos = System.nanoTime();

    /** The call that this one repeats, or null. */
    final DemoCall original;

    /** How many attempts ended without an answer that tells the outcome. */
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

    /** Whether an earlier attempt had been decided. */
    boolean isReplayed() {
        return outcome instanceof Done<?> done ? done.replayed() : ((Refused<?>) outcome).replayed();
    }

    /** The HTTP status of a refusal, else 0. */
    int refusedStatus() {
        return outcome instanceof Refused<?> refused ? refused.status() : 0;
    }

    /** The code of a refusal. */
    String code() {
        return outcome instanceof Refused<?> refused ? refused.code().toString() : "";
    }

    /** Whether the twin has another answer than the original, whichever of them was a replay. */
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
