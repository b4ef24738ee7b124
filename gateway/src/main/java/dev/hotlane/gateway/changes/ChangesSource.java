package dev.hotlane.gateway.changes;

/** The way to the feed's topics. Any thread. */
public interface ChangesSource extends AutoCloseable {
    /**
     * What identifies the two topics as they are now: another text once one was made again; null if one is missing. Waits for
     * the answer of Kafka; throws a RuntimeException without one.
     */
    String identity() throws InterruptedException;

    /** Whether the topics have another identity now, or one is gone; false while that is not known. Waits for nothing. */
    boolean isOther(String identity) throws InterruptedException;

    /** A reader of both topics. */
    ChangesConsumer follow();

    /** A reader of {@link ChangesTopic#CHANGES} only, a little at a time. */
    ChangesConsumer catchUp();

    @Override
    void close();
}
