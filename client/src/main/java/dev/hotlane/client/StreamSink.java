package dev.hotlane.client;

/** Takes the events of a stream, on the thread that reads it. */
interface StreamSink {
    /** A stream begins, behind the last id. */
    void begins();

    /** The next event; {@code lastId} is the last id received, its own included. */
    void take(ServerEvents.Event event, String lastId);

    /** The gateway does not have what the client has. Returns whether the stream starts over without an id. */
    boolean startsOver();

    /** There is no other stream. */
    void ended(String reason);
}
