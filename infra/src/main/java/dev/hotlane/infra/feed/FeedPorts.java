package dev.hotlane.infra.feed;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a feed works with. Used by the feed's thread.
 *
 * @param outputs makes an output, which has not fenced the others yet
 * @param publisher runs the transactions, one after the other
 * @param nanos monotonic clock
 */
record FeedPorts(
        FeedSource source,
        FeedTopics topics,
        Supplier<FeedOutput> outputs,
        Executor publisher,
        FeedFiles files,
        FeedScope scope,
        LongSupplier nanos,
        FeedPace pace) {}
