package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.retention.LaneRetention;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.processor.watch.Retention.ForFeed;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a feed begins with after its log was cut: its own files while they serve, else a gap. */
@Tag("it")
class FeedSourcesTest extends OnAFeed {
    FeedSourcesTest(Lane lane) {
        super(lane);
    }

    /** Runs a command, waits until MySQL has it, and takes a snapshot, which is a state file too. */
    private Meta snapshot(Started started, String id, Path file) {
        on.awaitFlushed(started, on.caller.call(id, Command.transact(Op.add("stock:a", 1))));
        return on.proven(file);
    }

    private static Path named(Path feed, Meta cut) {
        return feed.resolve(String.format("feed-%019d.hlsnap", cut.sequenceBase + cut.nextOffset));
    }

    @Test
    void damagedStateFileIsPassedOverForTheOneBefore() throws Exception {
        Path own = Files.createDirectories(directory.resolve("one"));
        try (Started started = on.ready()) {
            Meta first = snapshot(started, "one", directory.resolve("first"));
            Meta second;
            try (FeedRun feed = feedWithoutMySql("one")) {
                follow(feed, first.nextOffset);
                second = snapshot(started, "two", directory.resolve("second"));
                follow(feed, second.nextOffset);
            }
            Files.move(directory.resolve("first"), named(own, first));
            deleteLogBefore(first.nextOffset - 1);
            long three = on.caller
                    .call("three", Command.transact(Op.add("stock:a", 1)))
                    .sequence();
            try (FeedRun feed = feedWithoutMySql("one")) {
                follow(feed, three);
                assertThat(feed.status().gaps()).isZero();
            }
            byte[] damaged = Files.readAllBytes(directory.resolve("second"));
            damaged[damaged.length / 2] ^= 1;
            Files.write(named(own, second), damaged);
            long four = on.caller
                    .call("four", Command.transact(Op.add("stock:a", 1)))
                    .sequence();
            try (FeedRun feed = feedWithoutMySql("one")) {
                follow(feed, four);
                assertThat(feed.status().gaps()).isZero();
            }
            assertThat(named(own, first)).as("what the next start begins with").exists();
            assertThat(reader.progress().keepFrom()).isEqualTo(first.nextOffset);
            assertThat(started.halted()).isNotDone();
        }
        assertThat(published()).containsExactly("one", "two", "three", "four");
    }

    @Test
    void logIsKeptForTheFeedWithinTheBoundAndAFeedThatComesTooLatePublishesAGap() throws Exception {
        try (Started started = on.ready()) {
            long one = on.caller
                    .call("one", Command.transact(Op.set("stock:a", 10)))
                    .sequence();
            try (FeedRun feed = feed("one")) {
                follow(feed, one);
            }
            snapshot(started, "lost", directory.resolve("first"));
            snapshot(started, "kept", directory.resolve("second"));
            snapshot(started, "more", directory.resolve("third"));
            assertThat(retained(0)).isZero();
            assertThat(retained(1L << 40)).isZero();
            assertThat(retained(1)).isPositive();
            try (FeedRun feed = feed("one")) {
                long last = on.caller
                        .call("last", Command.transact(Op.add("stock:a", 1)))
                        .sequence();
                step(() -> feed.status().gaps() == 1 && feed.status().upTo() >= last, feed);
                publish(feed, "behind", Command.transact(Op.add("stock:a", 1)));
                assertThat(feed.status().gaps()).isEqualTo(1);
            }
            assertThat(started.halted()).isNotDone();
        }
        assertThat(published()).startsWith("one", "gap").endsWith("behind").doesNotContain("lost");
        assertThat(reader.counters().get("stock:a").get("value").asLong()).isEqualTo(15);
    }

    /** First offset of the log after a round of retention that keeps so many bytes for the feed; 0: any number. */
    private long retained(long bytesMax) {
        Retention keep = new Retention(0, Duration.ofSeconds(1), new ForFeed(true, bytesMax));
        try (LaneRetention retention = new LaneRetention(lane.stack().connection(), on.name, on.mysql(), keep)) {
            retention.round();
            assertThat(retention.fault()).isEmpty();
        }
        return on.logStart();
    }
}
