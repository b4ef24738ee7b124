package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.feed.FeedScope;
import dev.hotlane.infra.feed.FeedStatus.Role;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A feed on a real broker beside a running lane. */
@Tag("it")
class FeedTest extends OnAFeed {
    FeedTest(Lane lane) {
        super(lane);
    }

    @Test
    void publishesEachChangeOnceAndGoesOnAfterARestart() {
        try (ProcessorLane.Started started = on.ready()) {
            on.caller.call("open", Command.transact(Op.set("stock:a", 10)));
            on.caller.call("buy", Command.transact(Op.add("stock:a", -3)));
            long last = on.caller
                    .call("gone", Command.transact(Op.set("stock:b", 1)))
                    .sequence();
            try (FeedRun feed = feed("one", FeedScope.ALL)) {
                follow(feed, last);
                assertThat(feed.status().role()).isEqualTo(Role.PUBLISHING);
            }
            long removed = on.caller
                    .call("removed", Command.transact(Op.remove("stock:b")))
                    .sequence();
            try (FeedRun feed = feed("one", FeedScope.ALL)) {
                follow(feed, removed);
            }
            assertThat(started.halted()).isNotDone();
        }
        List<JsonNode> changes = reader.changes();
        assertThat(changes)
                .extracting(change -> change.get("id").asString())
                .containsExactly("open", "buy", "gone", "removed");
        assertThat(changes.get(1).get("changes").get(0).toString())
                .isEqualTo("{\"key\":\"stock:a\",\"before\":10,\"value\":7,\"held\":0,\"confirmed\":0}");
        Map<String, JsonNode> counters = reader.counters();
        assertThat(counters.keySet()).containsExactly("stock:a");
        assertThat(counters.get("stock:a").get("value").asLong()).isEqualTo(7);
        FeedProgress progress = reader.progress();
        assertThat(progress.topic()).isEqualTo(on.commandsTopicId());
        assertThat(progress.base()).isZero();
        requireVerified();
    }

    @Test
    void secondFeedStandsByAndGoesOnWhereTheFirstEnded() {
        try (ProcessorLane.Started started = on.ready();
                FeedRun second = feed("two", FeedScope.ALL)) {
            long before = on.caller
                    .call("one", Command.transact(Op.set("stock:a", 10), Op.set("limit:a", 1)))
                    .sequence();
            FeedScope scope = FeedScope.ALL;
            FeedRun first = feed("one", scope);
            step(
                    () -> first.status().role() == Role.PUBLISHING
                            && first.status().upTo() >= before,
                    first);
            step(() -> second.status().upTo() >= before, first, second);
            assertThat(second.status().role()).isEqualTo(Role.STANDBY);
            long after = on.caller
                    .call("two", Command.transact(Op.add("stock:a", 1)))
                    .sequence();
            // The first is frozen from here on, with whatever it had begun.
            step(
                    () -> second.status().role() == Role.PUBLISHING
                            && second.status().upTo() >= after,
                    second);
            step(() -> first.status().role() == Role.STANDBY, first, second);
            first.close();
            assertThat(started.halted()).isNotDone();
        }
        assertThat(reader.changes())
                .extracting(change -> change.get("id").asString())
                .containsExactly("one", "two");
        requireVerified();
    }

    @Test
    void transactionThatAnotherProcessLeftOpenIsAbortedAndItsRecordsAreNotRead() {
        try (ProcessorLane.Started started = on.ready();
                FeedRun feed = feed("one", FeedScope.ALL)) {
            long last = on.caller
                    .call("one", Command.transact(Op.set("stock:a", 10)))
                    .sequence();
            follow(feed, last);
            try (OpenTransaction frozen = OpenTransaction.of(lane.stack().bootstrapServers(), on.name)) {
                frozen.send(TopicSpec.changes(on.name).name());
                long more = on.caller
                        .call("two", Command.transact(Op.add("stock:a", 1)))
                        .sequence();
                follow(feed, more);
                assertThat(frozen.isFenced()).isTrue();
            }
            assertThat(started.halted()).isNotDone();
        }
        assertThat(reader.changes())
                .extracting(change -> change.get("id").asString())
                .containsExactly("one", "two");
        requireVerified();
    }

    @Test
    void logThatWasCutBelowThePositionGivesAGapAndRepairedCounters() throws Exception {
        try (ProcessorLane.Started started = on.ready()) {
            on.caller.call("one", Command.transact(Op.set("stock:a", 10), Op.set("stock:gone", 1)));
            long last = on.caller
                    .call("limit", Command.transact(Op.set("limit:a", 1)))
                    .sequence();
            FeedScope stock = new FeedScope(List.of("stock:"), false);
            try (FeedRun feed = feed("one", stock)) {
                follow(feed, last);
            }
            on.caller.call("lost", Command.transact(Op.add("stock:a", 1), Op.remove("stock:gone")));
            Answer flushed = on.caller.call("kept", Command.transact(Op.set("stock:b", 3)));
            on.awaitFlushed(started, flushed);
            deleteLogBefore(flushed.sequence());
            try (FeedRun feed = feed("elsewhere", stock)) {
                follow(feed, flushed.sequence() + 1);
                assertThat(feed.status().gaps()).isEqualTo(1);
                long behind = on.caller
                        .call("behind", Command.transact(Op.add("stock:b", 1)))
                        .sequence();
                follow(feed, behind);
            }
        }
        List<JsonNode> changes = reader.changes();
        assertThat(changes.stream().map(change -> change.get("kind").asString()))
                .containsExactly("transaction", "gap", "transaction");
        assertThat(reader.counters().keySet()).containsExactly("stock:a", "stock:b");
        assertThat(reader.counters().get("stock:a").get("value").asLong()).isEqualTo(11);
    }
}
