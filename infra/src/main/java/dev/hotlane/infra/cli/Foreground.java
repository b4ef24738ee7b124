package dev.hotlane.infra.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A role that runs until the process is asked to end (Ctrl-C, SIGTERM): the JVM waits for its main thread to close what
 * it opened. If that went well the process ends with 0, so that a supervisor can tell it from a failure; else with the
 * code of the signal, as ever.
 */
final class Foreground {
    private static final long LOOK_MILLIS = 500;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean succeeded;

    /** From now on a request to end the process waits for {@link #closed}. */
    static Foreground enter() {
        Foreground foreground = new Foreground();
        Runtime.getRuntime().addShutdownHook(new Thread(foreground::stop, "stop"));
        return foreground;
    }

    /** Waits for the request, looking at {@code check} now and then, which throws if there is nothing left to wait for. */
    void awaitRequest(Runnable check) throws InterruptedException {
        while (!asked.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            check.run();
        }
    }

    /** Does one step of a role after the other until the request comes. */
    void whileNotAsked(Runnable step) {
        while (asked.getCount() > 0) {
            step.run();
        }
    }

    /** All that the role was asked for is done; to be said before {@link #closed}. */
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
