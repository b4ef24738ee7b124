package dev.hotlane.infra.stack;

/**
 * One server of a stack, which keeps its address and its data through any number of kills and restarts. Safe to use
 * from any thread; calls wait until the server serves or is gone.
 */
public interface StackServer {

    /** Starts a server that is not running, on the data of its last run; a running one is left alone. */
    void start();

    /** SIGKILL: as when the machine's memory killer comes by. Data on disk stays. */
    void kill9();

    /** An orderly stop, SIGTERM; SIGKILL when it does not follow. */
    void stop();

    /** Lets nothing of it run: connections stay open and nothing answers. */
    void suspend();

    /** Lets it run on, after {@link #suspend()}; one that was not suspended is left alone. */
    void resume();

    /** Stops what still runs and starts on the same address and data. */
    default void restart() {
        stop();
        start();
    }
}
