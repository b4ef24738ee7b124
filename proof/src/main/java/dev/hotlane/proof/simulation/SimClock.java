package dev.hotlane.proof.simulation;

/** The monotonic clock of a gateway's machine. It halts with the machine. */
final class SimClock {
    private final World world;
    private long haltedNanos;
    private long from;
    private long until;

    SimClock(World world) {
        this.world = world;
    }

    long nanos() {
        return world.now() - haltedNanos - halting();
    }

    /** The machine stands still from now on. */
    void haltUntil(long when) {
        haltedNanos += halting();
        from = world.now();
        until = when;
    }

    /** It goes on now at the latest. */
    void heal() {
        haltUntil(world.now());
    }

    /** How long the clock ever stood, in nanoseconds. */
    long haltedNanos() {
        return haltedNanos + halting();
    }

    private long halting() {
        return Math.max(0, Math.min(world.now(), until) - from);
    }
}
