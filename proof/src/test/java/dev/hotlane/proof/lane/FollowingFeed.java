package dev.hotlane.proof.lane;

import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.feed.FeedScope;
import dev.hotlane.infra.feed.FeedSettings;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.protocol.TopicSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A change feed of a lane on a thread of its own. It can be ended between two transactions and begun again. */
final class FollowingFeed implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(120);

    private final Lane lane;
    private final Path directory;
    private volatile boolean ending;
    private volatile long upTo = -1;
    private volatile RuntimeException failure;
    private Thread thread;

    private FollowingFeed(Lane lane) {
        this.lane = lane;
        directory = lane.stack().directory().resolve(lane.name() + "-feed");
    }

    /** Makes the topics and begins. */
    static FollowingFeed start(Lane lane) {
        try (TopicAdmin admin = new TopicAdmin(lane.stack().connection())) {
            Stream.of(TopicSpec.counters(lane.name()), TopicSpec.changes(lane.name()), TopicSpec.progress(lane.name()))
                    .filter(spec -> admin.find(spec.name()).isEmpty())
                    .forEach(spec -> admin.create(spec, 1));
        }
        FollowingFeed feed = new FollowingFeed(lane);
        feed.begin();
        return feed;
    }

    private void begin() {
        ending = false;
        thread = new Thread(this::follow, "following-feed");
        thread.start();
    }

    private void follow() {
        FeedSettings settings =
                new FeedSettings(lane.stack().connection(), lane.name(), FeedScope.ALL, directory, null, null);
        try (FeedRun feed = new FeedRun(settings)) {
            while (!ending) {
                feed.step();
                upTo = feed.status().upTo();
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Ends and begins again. */
    void restart() throws InterruptedException {
        end();
        begin();
    }

    private void end() throws InterruptedException {
        ending = true;
        thread.join();
    }

    /** Waits until all that the log has now is published. */
    void awaitAll() {
        long end;
        try (TopicLog log = new TopicLog(
                lane.stack().connection(), TopicSpec.commands(lane.name()).name())) {
            end = log.endOffset();
        }
        Awaitility.await("the feed publishes up to " + (end - 1)).atMost(SOON).until(() -> {
            if (failure != null) {
                throw failure;
            }
            return upTo >= end - 1;
        });
    }

    @Override
    public void close() {
        try {
            end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
