package dev.hotlane.proof.faults.scene;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for a thing to become so. */
public final class Patience {
    /** For whatever a busy machine may take its time over. */
    public static final Duration LONG = Duration.ofSeconds(180);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Patience() {}

    /** Returns as soon as it is so, with the ms that took; fails after the time. */
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

    /** Lets that much time pass. */
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
