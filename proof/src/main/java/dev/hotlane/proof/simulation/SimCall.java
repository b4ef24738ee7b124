package dev.hotlane.proof.simulation;

import dev.hotlane.proof.model.LogEntry;

/** One call of a client, with all its tries. */
final class SimCall {
    /** State of a call. */
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

    /** The id of a command, null for a read. */
    String id() {
        return said instanceof LogEntry.Command command ? command.id() : null;
    }

    boolean isOpen() {
        return state == State.READY || state == State.WAITING;
    }
}
