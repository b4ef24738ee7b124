package dev.hotlane.proof.simulation;

/** The machine of a gateway: its monotonic clock, and whether the gateway's process stands still. */
final class SimMachine {
    private final World world;
    private long frozenUntil;
    private long haltedNanos;
    private long haltedFrom;
    private long haltedUntil;

    SimMachine(World world) {
        this.world = world;
    }

    /** The monotonic clock. */
    long nanos() {
        return world.now() - haltedNanos();
    }

    /** The process stands still until then; the clock goes on. */
    void freeze(long until) {
        frozenUntil = until;
    }

    /** The machine stands still until then, and its clock too. */
    void pause(long until) {
        freeze(until);
        haltedNanos = haltedNanos();
        haltedFrom = world.now();
        haltedUntil = until;
    }

    /** It goes on now at the latest. */
    void heal() {
        pause(world.now());
    }

    boolean standsStill() {
        return world.now() < frozenUntil;
    }

    /** How long the clock ever stood. */
    long haltedNanos() {
        return haltedNanos + Math.max(0, Math.min(world.now(), haltedUntil) - haltedFrom);
    }
}
