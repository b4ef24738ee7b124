package dev.hotlane.proof.simulation;

/** One try of a call through one gateway. */
final class SimAttempt {
    final SimCall call;
    final int gateway;
    /** Greatest offset in any answer before this try began: its own offset must be greater. */
    final long above;

    /** The gateway answered that the record was never sent. */
    boolean refused;

    /** Kafka lost its record, answered or not. */
    boolean lost;

    SimAttempt(SimCall call, int gateway, long above) {
        this.call = call;
        this.gateway = gateway;
        this.above = above;
    }
}
