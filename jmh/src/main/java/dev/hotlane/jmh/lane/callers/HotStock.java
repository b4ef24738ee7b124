package dev.hotlane.jmh.lane.callers;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A counter of units that callers sell one by one, each sale under an id of its own. Any thread but where it says so. */
interface HotStock extends AutoCloseable {
    /** For people. */
    String name();

    /** Sells a unit; completes with null once it is sold for good, otherwise with the answer. */
    CompletableFuture<String> sell();

    /** As {@link #sell}, blocking. */
    default String sellAndWait() {
        return sell().join();
    }

    /** The processes that serve it, by name. */
    Map<String, Long> pids();

    /** Compares its counter with that number of units sold; gives what is wrong. One thread, when all callers have ended. */
    List<String> check(long sold) throws InterruptedException;

    @Override
    void close();
}
