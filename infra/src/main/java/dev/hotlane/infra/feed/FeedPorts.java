package dev.hotlane.infra.feed;

import java.util.function.LongSupplier;

/**
 * What a feed works with. Used by the feed's thread.
 *
 * @param publisher has no output yet
 * @param nanos monotonic clock
 */
record FeedPorts(
        FeedSource source,
        FeedTopics topics,
        FeedPublisher publisher,
        FeedFiles files,
        FeedScope scope,
        LongSupplier nanos,
        FeedPace pace) {}
