package dev.hotlane.infra.feed;

import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.protocol.feed.FeedProgress;
import java.util.Map;

/** The feed's topics as one process reads them, committed records only. Owned by the feed's thread. */
interface FeedTopics extends AutoCloseable {
    /** Reads what is new in the progress topic, without a wait; returns whether there was a record. */
    boolean poll();

    /** The last committed position that was read; null for none. */
    FeedProgress position();

    /** Reads the progress topic to its end, which a fence has fixed; returns the last position, null for none. */
    FeedProgress readToEnd();

    /** Whether Kafka answered since the last call. */
    boolean answered();

    /** End of the counters topic. */
    long countersEnd();

    /** End of the changes topic. */
    long changesEnd();

    /** Reads the counters topic from its start to its end: latest numbers by key, as in {@link FeedCut.Counter}. */
    Map<String, Numbers> counters();

    @Override
    void close();
}
