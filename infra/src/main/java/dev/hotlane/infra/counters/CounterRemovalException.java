package dev.hotlane.infra.counters;

/** The gateways gave no list of counters; the message is for the operator. */
public final class CounterRemovalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CounterRemovalException(String message) {
        super(message);
    }
}
