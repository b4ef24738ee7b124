package dev.hotlane.proof.faults.failpoint;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a process does at a point. */
public enum Action {
    /** The JVM ends at once, with {@link #HALTED}: no shutdown hook runs, as with kill -9. */
    HALT,
    /** SIGSTOP to its own process: connections and locks stay as they are. */
    STOP,
    /** Throws an Error, as a fault in the code would. */
    THROW,
    /** Throws an OutOfMemoryError, as a thread that gets no direct memory does. */
    EXHAUST,
    /** The thread sleeps, at this pass and at each later one. */
    DAWDLE;

    /** Exit code of a process that was halted at a point. */
    public static final int HALTED = 86;

    /** Per pass of DAWDLE: one thread makes at most 20 passes a second. */
    private static final long DAWDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    boolean lasts() {
        return this == DAWDLE;
    }

    void act(Point point) {
        switch (this) {
            case HALT -> Runtime.getRuntime().halt(HALTED);
            case STOP -> stop();
            case THROW -> throw new AssertionError("planted at " + point.label());
            case EXHAUST -> throw new OutOfMemoryError("planted at " + point.label());
            case DAWDLE -> LockSupport.parkNanos(DAWDLE_NANOS);
        }
    }

    private static void stop() {
        try {
            long self = ProcessHandle.current().pid();
            new ProcessBuilder("sh", "-c", "kill -STOP " + self).start().waitFor();
        } catch (IOException e) {
            throw new IllegalStateException("SIGSTOP could not be sent", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
