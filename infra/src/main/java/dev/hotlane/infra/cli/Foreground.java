package dev.hotlane.infra.cli;

import dev.hotlane.processor.halt.HaltReason;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A role that runs until a signal ends the process (Ctrl-C, SIGTERM). The JVM then waits until its main thread has
 * closed what it opened. If that succeeded the exit code is 0, so that a supervisor can distinguish it from a failure;
 * else it is the code of the signal, as usual.
 */
final class Foreground {
    private static final long LOOK_MILLIS = 500;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean succeeded;

    /** From now on a signal to end the process waits for {@link #closed}. */
    static Foreground enter() {
        Foreground foreground = new Foreground();
        Runtime.getRuntime().addShutdownHook(new Thread(foreground::stop, "stop"));
        return foreground;
    }

    /** The work of a role. */
    interface Serving {
        /** Returns after the signal, when everything is closed; a HaltReason says why it must not run. */
        void serve(Foreground foreground) throws InterruptedException;
    }

    /** Runs a role to its end and returns the exit code; prints why it must not run, if so. */
    static int run(CommandSpec spec, Serving role) throws InterruptedException {
        Foreground foreground = enter();
        try {
            role.serve(foreground);
            foreground.succeeded();
            return 0;
        } catch (HaltReason e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(e.code() + ": " + e.getMessage());
            err.flush();
            return e.code().number();
        } finally {
            foreground.closed();
        }
    }

    /** Waits for the signal. Calls {@code check} every 500 ms, which throws if there is nothing left to wait for. */
    void awaitRequest(Runnable check) throws InterruptedException {
        while (!asked.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            check.run();
        }
    }

    /** Waits for that time after the signal, while everything goes on as before. */
    void linger(Duration time) throws InterruptedException {
        closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits for the signal, at most that time; returns whether it came. */
    boolean awaitRequest(Duration atMost) throws InterruptedException {
        return asked.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether the signal has come. */
    boolean asked() {
        return asked.getCount() == 0;
    }

    /** Runs one step of a role after the other until the signal comes. */
    void whileNotAsked(Runnable step) {
        while (asked.getCount() > 0) {
            step.run();
        }
    }

    /** The role has done all its work; called before {@link #closed}. */
    void succeeded() {
        succeeded = true;
    }

    /** Everything is closed: the process may end. */
    void closed() {
        closed.countDown();
    }

    private void stop() {
        boolean byRequest = closed.getCount() > 0;
        asked.countDown();
        try {
            closed.await();
            if (byRequest && succeeded) {
                Runtime.getRuntime().halt(0);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
