package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.feed.FeedVerifier;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.proof.history.EventsDump;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The change feeds beside a lane: their topics, their slots, and what they must have published at the end. One thread. */
public final class SceneFeeds {
    /** Of a feed that was killed or stopped. */
    private static final Set<Integer> PLAIN_EXITS = Set.of(0, 137, 143);

    private final Stack stack;
    private final String lane;
    private final WantedTopics topics;
    private final Function<String, ChildSlot> slots;
    private final List<ChildSlot> all = new ArrayList<>();

    /** @param slots makes a slot of that name */
    SceneFeeds(Stack stack, String lane, WantedTopics topics, Function<String, ChildSlot> slots) {
        this.stack = stack;
        this.lane = lane;
        this.topics = topics;
        this.slots = slots;
    }

    /** Starts one more feed; the first one makes the topics. Returns at once; only {@link #heal} starts it again. */
    public ChildSlot start(String name) {
        if (all.isEmpty()) {
            Topics.ensure(stack.connection(), topics.withFeed(true), 0, null);
        }
        ChildSlot feed = slots.apply(name);
        all.add(feed);
        return feed.start();
    }

    /** Waits until a feed publishes that is not this one, which may be null. */
    public ChildSlot awaitPublishing(ChildSlot other) {
        List<ChildSlot> found = new ArrayList<>();
        Patience.await("a feed that publishes", Patience.LONG, () -> {
            publishing(other).ifPresent(found::add);
            return !found.isEmpty();
        });
        return found.get(0);
    }

    private Optional<ChildSlot> publishing(ChildSlot other) {
        return all.stream()
                .filter(feed -> feed != other)
                .filter(feed -> feed.status()
                        .map(status -> "publishing".equals(status.getString("role")))
                        .orElse(false))
                .findFirst();
    }

    /** Waits until all below that sequence is published. */
    public void awaitPublished(long next) {
        Patience.await("a feed past sequence " + next, Patience.LONG, () -> upTo() >= next - 1);
    }

    private long upTo() {
        return all.stream()
                .mapToLong(feed ->
                        feed.status().map(status -> status.getLong("upTo")).orElse(-1L))
                .max()
                .orElse(-1);
    }

    /** Starts what has ended, and resumes what stands still. */
    void heal() {
        all.forEach(ChildSlot::heal);
    }

    void close() {
        all.forEach(ChildSlot::end);
    }

    /**
     * What the feeds have published equals the log, with no gap. Of a lane at rest, whose log begins at offset 0.
     *
     * @return the dump of it, for the history checker; null if the lane has no feed
     */
    Path judge(Scene scene, Findings findings) {
        if (all.isEmpty()) {
            return null;
        }
        awaitPublished(scene.offsets(scene.awaitLeader()).getLong("applied"));
        FeedVerifier.Result result = FeedVerifier.run(stack.connection(), lane, null);
        if (!result.differences().isEmpty() || !result.summary().contains(" 0 gaps")) {
            findings.fault("verify --feed: " + result.summary() + " " + result.differences());
        }
        findings.fact("verify --feed: " + result.summary());
        for (ChildSlot feed : all) {
            feed.exits().stream()
                    .filter(code -> !PLAIN_EXITS.contains(code))
                    .forEach(code -> findings.fault(feed.name() + " ended with exit code " + code + ", "
                            + findings.keptLog(feed.directory()) + ": " + feed.tail()));
        }
        EventsDump.write(stack.connection(), lane, findings.events());
        return findings.events();
    }
}
