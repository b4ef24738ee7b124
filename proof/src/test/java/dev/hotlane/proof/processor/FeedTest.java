package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.feed.FeedScope;
import dev.hotlane.infra.feed.FeedSettings;
import dev.hotlane.infra.feed.FeedStatus.Role;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A feed on a real broker beside a running lane. */
@Tag("it")
class FeedTest extends OnALane {
    private FeedReader reader;

    FeedTest(Lane lane) {
        super(lane);
    }

    @BeforeEach
    void createTopics() {
        reader = new FeedReader(lane.stack().bootstrapServers(), on.name);
        try (TopicAdmin admin = new TopicAdmin(lane.stack().connection())) {
            Stream.of(TopicSpec.counters(on.name), TopicSpec.changes(on.name), TopicSpec.progress(on.name))
                    .forEach(spec -> admin.create(spec, 1));
        }
    }

    private FeedRun feed(String name, FeedScope scope) {
        return new FeedRun(
                new FeedSettings(lane.stack().connection(), on.name, scope, directory.resolve(name), on.mysql(), null));
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
    }

    private static void follow(FeedRun feed, long sequence) {
        Awaitility.await("published up to " + sequence)
                .pollInSameThread()
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    feed.step();
                    return feed.status().upTo() >= sequence;
                });
    }
}
