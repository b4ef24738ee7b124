package dev.hotlane.processor.ring;

/** How stages wait for each other: the cost of a wake-up against the cost of waiting. */
public enum WaitKind {
    /** Every stage parks. No cost while idle; for few cores. */
    PARKING,
    /** The state stage parks, later stages spin. */
    BLOCKING,
    /** Naps of 50 microseconds: little CPU while idle, no wake-up calls. */
    SLEEPING,
    /** Yields in a loop: takes a core per stage while no other thread needs it. */
    YIELDING,
    /** Spins: takes a core per stage, for the lowest latency. */
    BUSY_SPIN;

    /** Enough cores for log, state, reply and flush to have one each. */
    private static final int CORES_FOR_FOUR_STAGES = 5;

    /** Parking below five cores; else sleeping, as four threads may nap without taking another's core. */
    public static WaitKind fitFor(int cores) {
        return cores < CORES_FOR_FOUR_STAGES ? PARKING : SLEEPING;
    }
}
