package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.feed.FeedStatus.Role;
import dev.hotlane.infra.repair.FarReplies;
import dev.hotlane.infra.repair.ReAnchor;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.TopicSpec;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A feed that was frozen while the lane went on in a new topic publishes nothing more of the old one. */
@Tag("it")
class FeedReAnchorTest extends OnAFeed {
    FeedReAnchorTest(Lane lane) {
        super(lane);
    }

    @Test
    void frozenFeedIsFencedByTheOneOfTheNewTopic() throws Exception {
        try (FeedRun frozen = feed("one")) {
            try (Started started = on.ready()) {
                Answer before = on.caller.call("before", Command.transact(Op.set("stock:a", 10)));
                follow(frozen, before.sequence());
                on.awaitFlushed(started, before);
                assertThat(started.halted()).isNotDone();
            }
            assertThat(frozen.status().role()).isEqualTo(Role.PUBLISHING);
            long transactions = frozen.status().transactions();
            loseTheLog();
            new ReAnchor(lane.stack().connection(), on.name, on.mysql(), System.out::println)
                    .run(true, "test", FarReplies.REFUSE);
            try (Started started = on.ready();
                    FeedRun feed = feed("two")) {
                step(() -> feed.status().gaps() == 1, feed);
                publish(feed, "after", Command.transact(Op.add("stock:a", -1)));
                // It wakes up, and the other one goes on.
                assertRefused(end(frozen, feed::step), ExitCode.TOPIC_RECREATED, "made again");
                // One that was under way when it stood still may have ended since.
                assertThat(frozen.status().transactions()).isBetween(transactions, transactions + 1);
                publish(feed, "last", Command.transact(Op.add("stock:a", -1)));
                assertThat(feed.status().gaps()).isEqualTo(1);
                assertThat(started.halted()).isNotDone();
            }
        }
        assertThat(published()).containsExactly("before", "gap", "after", "last");
        assertThat(reader.progress().topic()).isEqualTo(on.commandsTopicId());
        assertThat(reader.progress().base()).isPositive();
        assertThat(reader.counters().get("stock:a").get("value").asLong()).isEqualTo(8);
    }

    private void loseTheLog() throws Exception {
        String lost = on.commandsTopicId();
        on.admin.deleteTopics(List.of(TopicSpec.commands(on.name).name())).all().get();
        Awaitility.await("a new topic").until(() -> {
            try {
                Topics.ensure(lane.stack().connection(), on.name, 2, LaneRules.small(7));
                return !on.commandsTopicId().equals(lost);
            } catch (RuntimeException e) {
                return false;
            }
        });
    }
}
