package dev.hotlane.infra.feed;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a feed works with. Used by the feed's thread.
 *
 * @param outputs makes an output, which has not fenced the others yet
 * @param nanos monotonic clock
 */
record FeedPorts(
        FeedSource source,
        FeedTopics topics,
        Supplier<FeedOutput> outputs,
        FeedFiles files,
        FeedScope scope,
        LongSupplier nanos,
        FeedPace pace) {}
