package dev.hotlane.infra.stack;

/**
 * One server of a stack, which keeps its address and its data through any number of kills and restarts. Safe to use
 * from any thread; calls wait until the server serves or has ended.
 */
public interface StackServer {

    /** Starts a server that is not running, on the data of its last run; no effect on a running one. */
    void start();

    /** SIGKILL, like the system's out-of-memory killer. Data on disk stays. */
    void kill9();

    /** An orderly stop, SIGTERM; SIGKILL if it does not end. */
    void stop();

    /** Suspends the whole server: connections stay open and nothing answers. */
    void suspend();

    /** Resumes it after {@link #suspend()}; no effect if it was not suspended. */
    void resume();

    /** Stops it if it runs and starts it on the same address and data. */
    default void restart() {
        stop();
        start();
    }
}
