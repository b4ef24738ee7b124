package dev.hotlane.proof.faults.scene;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition or a time. */
public final class Patience {
    /** Bound for anything that a busy machine may delay. */
    public static final Duration LONG = Duration.ofSeconds(180);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Patience() {}

    /** Returns the ms until the condition held; throws {@link RowFailure} after the longest wait. */
    public static long await(String what, Duration atMost, BooleanSupplier so) {
        long begin = System.nanoTime();
        while (!so.getAsBoolean()) {
            if (System.nanoTime() - begin > atMost.toNanos()) {
                throw new RowFailure("waited " + atMost.toSeconds() + " s in vain for " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
            if (Thread.interrupted()) {
                throw new RowFailure("interrupted while waiting for " + what);
            }
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    /** Waits for that time. */
    public static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new RowFailure("interrupted");
            }
        }
    }
}
