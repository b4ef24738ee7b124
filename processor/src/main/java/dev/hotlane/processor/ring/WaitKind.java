package dev.hotlane.processor.ring;

/** How stages wait for each other: what a wake-up costs against what waiting costs. */
public enum WaitKind {
    /** Every stage parks. No cost while idle; for few cores. */
    PARKING,
    /** The state stage parks, those after it spin. */
    BLOCKING,
    /** Naps of 50 microseconds: a little CPU while idle, never a wake-up call to make. */
    SLEEPING,
    /** Gives way to others in a loop: a core each, as long as nobody else wants it. */
    YIELDING,
    /** Spins: a core each, for the lowest latency. */
    BUSY_SPIN;

    /** Enough cores for log, state, reply and flush to have one each. */
    private static final int CORES_FOR_FOUR_STAGES = 5;

    /** Parking on few cores, sleeping where four threads may nap without taking anybody's turn. */
    public static WaitKind fitFor(int cores) {
        return cores < CORES_FOR_FOUR_STAGES ? PARKING : SLEEPING;
    }
}
