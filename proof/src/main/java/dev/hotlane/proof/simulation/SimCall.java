package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.model.LogEntry;

/** What a client wants done, however many tries it takes. */
final class SimCall {
    /** Where a call stands. */
    enum State {
        READY,
        WAITING,
        ANSWERED,
        GIVEN_UP
    }

    final LogEntry said;
    State state = State.READY;
    long dueNanos;
    int tries;
    int unknown;

    SimCall(LogEntry said, long dueNanos) {
        this.said = said;
        this.dueNanos = dueNanos;
    }

    /** The id of a command, null for a question. */
    String id() {
        return said instanceof LogEntry.Command command ? command.id() : null;
    }

    boolean isOpen() {
        return state == State.READY || state == State.WAITING;
    }
}
