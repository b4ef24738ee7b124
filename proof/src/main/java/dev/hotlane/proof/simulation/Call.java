package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.model.Said;

/** What a client wants done, however many tries it takes. */
final class Call {
    /** Where a call stands. */
    enum State {
        READY,
        WAITING,
        ANSWERED,
        GIVEN_UP
    }

    final Said said;
    State state = State.READY;
    long dueNanos;
    int tries;
    int unknown;

    Call(Said said, long dueNanos) {
        this.said = said;
        this.dueNanos = dueNanos;
    }

    /** The id of a command, null for a question. */
    String id() {
        return said instanceof Said.Command command ? command.id() : null;
    }

    boolean isOpen() {
        return state == State.READY || state == State.WAITING;
    }
}
