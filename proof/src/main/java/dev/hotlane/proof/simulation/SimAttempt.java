package dev.hotlane.proof.simulation;

/** One try of a call through one gateway. */
final class SimAttempt {
    final SimCall call;
    final int gateway;
    /** The highest offset that any client had heard of when this began: its own must come out above. */
    final long above;

    /** The gateway said that it was never sent. */
    boolean refused;

    SimAttempt(SimCall call, int gateway, long above) {
        this.call = call;
        this.gateway = gateway;
        this.above = above;
    }
}
