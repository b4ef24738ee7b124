package dev.hotlane.protocol.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Looks at files twice a second, on a daemon thread of its own, until it is closed. Any thread starts and closes it. */
public final class FileWatch implements AutoCloseable {
    private static final long EVERY_MS = 500;

    private final Runnable look;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    /**
     * Does nothing before {@link #start}.
     *
     * @param name of the thread
     * @param look called again and again on that thread; it must not throw
     */
    public FileWatch(String name, Runnable look) {
        this.look = look;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!closed.await(EVERY_MS, TimeUnit.MILLISECONDS)) {
                look.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the thread and waits for it. */
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
