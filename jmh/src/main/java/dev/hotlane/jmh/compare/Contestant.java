package dev.hotlane.jmh.compare;

import java.time.Duration;

/** Whoever sells over HTTP in a comparison, in processes of its own. The comparing thread's. */
interface Contestant extends AutoCloseable {
    /** Short, for options and keys. */
    String code();

    /** For the table. */
    String title();

    /** Whether the same id twice sells once. */
    boolean isIdempotent();

    /** Whether it ever sells out: a bucket fills again. */
    boolean sellsOut();

    /** Whether the way to MySQL makes a difference. */
    boolean usesMySql();

    /** Of load, before its first run, where one JVM needs so much. */
    Duration warmUp(Duration oneJvm);

    /** Starts it and waits until it serves. */
    void start() throws Exception;

    /** Of its HTTP front, on 127.0.0.1. */
    int port();

    /** Looks into its store once more when all is over; what is wrong there is told by an exception. */
    default void audit() throws Exception {}

    /** Ends what was started. */
    @Override
    void close();
}
