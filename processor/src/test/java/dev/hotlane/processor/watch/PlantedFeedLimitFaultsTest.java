package dev.hotlane.processor.watch;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** Faults of the log's retention for the feed. */
class PlantedFeedLimitFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.of(
                new PlantedFault(
                                "the log is kept from what is published on",
                                "FeedLimit",
                                "position.keepFrom() - position.base()",
                                "position.upTo() - position.base()")
                        .foundBy(FeedLimitTest.class, "logIsKeptFromTheStartOfTheNextReplay"),
                new PlantedFault(
                                "the log is kept from the group's offset on",
                                "FeedLimit",
                                "position.keepFrom() - position.base()",
                                "consumer.committed(java.util.Set.of(commands)).get(commands).offset()")
                        .foundBy(FeedLimitTest.class, "offsetOfTheFeedsGroupDecidesNothing"),
                new PlantedFault(
                                "a position of another log bounds the deletion",
                                "FeedLimit",
                                "position.topic().equals(of.topicId())",
                                "position.topic() != null")
                        .foundBy(FeedLimitTest.class, "everythingIsKeptWithoutAPositionOfThisLog"),
                new PlantedFault(
                                "the feed is not regarded",
                                "LogRetention",
                                "target = Math.min(target, feed.getAsLong());",
                                "target = Math.min(target, Long.MAX_VALUE);")
                        .foundBy(LogRetentionTest.class, "keepsWhatTheFeedNeedsAndAllWithoutItsPosition"));
    }
}
