package dev.hotlane.gateway.watch;

/** Where the events of one stream go. Belongs to the event loop of the stream. */
public interface WatchOutput {
    /** Whether the client has not taken enough of what was written; then nothing is written. */
    boolean full();

    /** Runs this task once, on the event loop, when the output is not {@link #full} any more. */
    void whenDrained(Runnable task);

    /** Writes the first {@code length} bytes, which are copied. */
    void write(byte[] bytes, int length);

    /** Ends the stream after all that was written: the client opens it again elsewhere. */
    void end();

    /** Closes the connection and drops what the client did not take. */
    void cut();
}
