package dev.hotlane.jmh.feed;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import dev.hotlane.jmh.lane.http.CpuShares;
import dev.hotlane.jmh.lane.http.LaneJvms;
import dev.hotlane.jmh.lane.http.LaneLoad;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A lane, and the feed that publishes it, if it has one. The feed can be stopped and go on. One thread. */
public final class FedLane implements AutoCloseable {
    private static final Duration WAIT_MAX = Duration.ofMinutes(5);
    private static final long POLL_MILLIS = 20;

    /** Records of the log that are never published: TICKs after the last proved one. */
    private static final int PROGRESS_RECORDS = 20;

    private final String name;
    private final String prefix;
    private final BenchLane lane;
    private final LaneLoad load;
    private final ChildProcess feed;

    /**
     * Starts it.
     *
     * @param prefix of the keys that its feed publishes, empty for all; null: the lane has no feed
     */
    public FedLane(String name, LaneJvms jvms, List<String> feedFlags, String prefix) {
        this.name = name;
        this.prefix = prefix;
        lane = BenchLane.start(jvms, Form.NODE, Map.of());
        load = new LaneLoad(lane);
        feed = prefix == null ? null : feed(feedFlags);
    }

    private ChildProcess feed(List<String> flags) {
        Topics.ensure(
                lane.stack().connection(), WantedTopics.of(BenchLane.LANE, 1).withFeed(true), 1, null);
        List<String> words = new ArrayList<>(List.of(
                "--lane=" + BenchLane.LANE,
                "--kafka-bootstrap-servers=" + lane.stack().bootstrapServers(),
                "--feed-http-port=0",
                "--feed-directory=" + lane.stack().directory().resolve("feed")));
        if (!prefix.isEmpty()) {
            words.add("--feed-prefix=" + prefix);
        }
        return Jvm.hotlane("feed")
                .words(words)
                .flags(flags)
                .inIdleTime()
                .start("feed", lane.stack().directory());
    }

    String name() {
        return name;
    }

    /** The lane itself. */
    public BenchLane lane() {
        return lane;
    }

    LaneLoad load() {
        return load;
    }

    boolean isFed() {
        return feed != null;
    }

    /** SIGSTOP to the feed: it takes no time of the others' windows. */
    void rest() {
        if (isFed()) {
            feed.suspend();
        }
    }

    /** Lets the feed go on; returns when it has published all that is in the log by now. */
    void work() {
        if (isFed()) {
            feed.resume();
            awaitPublished();
        }
    }

    /** Ids of its processes by name, for counts of CPU time. */
    public Map<String, Long> pids() {
        Map<String, Long> pids = new LinkedHashMap<>(CpuShares.pids(lane));
        if (isFed()) {
            pids.put("feed", feed.pid());
        }
        return pids;
    }

    /**
     * What is wrong in the feed's topics, once it has published all: counters must equal MySQL, changes must have each sequence
     * once and add up to what the answers say. Empty if nothing is, or if it has no feed.
     */
    List<String> differences() {
        if (!isFed()) {
            return List.of();
        }
        List<String> faults = new ArrayList<>(CountersTopic.differences(lane, prefix));
        faults.addAll(ChangesAudit.differences(lane.stack().connection(), BenchLane.LANE, load));
        return faults;
    }

    /** Waits until the feed, if there is one, has published all that is in the log by now. */
    public void awaitPublished() {
        if (!isFed()) {
            return;
        }
        long end;
        try (TopicLog log = new TopicLog(
                lane.stack().connection(), TopicSpec.commands(BenchLane.LANE).name())) {
            end = log.endOffset();
        }
        try (TopicLog progress = new TopicLog(
                lane.stack().connection(), TopicSpec.progress(BenchLane.LANE).name())) {
            await(() -> upTo(progress) >= end - 1);
        }
    }

    private long upTo(TopicLog progress) {
        feed.requireAlive();
        long[] upTo = {-1};
        long end = progress.endOffset();
        progress.read(
                Math.max(progress.startOffset(), end - PROGRESS_RECORDS),
                end,
                record -> upTo[0] = FeedProgress.of(record.value()).upTo());
        return upTo[0];
    }

    private void await(BooleanSupplier holds) {
        long deadline = System.nanoTime() + WAIT_MAX.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("the feed of " + name + " has not published all after "
                        + WAIT_MAX.toSeconds() + " s. " + feed.tail());
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }

    /** Ends node and feed; the broker goes on. */
    public void endProcesses() {
        if (isFed() && feed.isAlive()) {
            feed.kill9();
        }
        lane.processor().stop();
    }

    @Override
    public void close() {
        if (isFed() && feed.isAlive()) {
            feed.kill9();
        }
        lane.close();
    }
}
