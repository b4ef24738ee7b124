package dev.hotlane.infra.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.infra.feed.FeedStatus.Role;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which TICKs prove what a feed publishes, or what another one has published, in memory. {@code -Dseed=} repeats a run. */
class FeedProofTest {
    @TempDir
    Path directory;

    private final SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));
    private final RandomFeedLog log = new RandomFeedLog(random.split());
    private final MemoryTopics topics = new MemoryTopics();

    private FeedProcess process() {
        return new FeedProcess(
                log, topics, directory, FeedScope.ALL, random.split(), new FeedStandbyTest.Calm(point -> {}), 0);
    }

    private boolean published(long sequence) {
        return topics.progress() != null && topics.progress().upTo() >= sequence;
    }

    @Test
    void publishesNothingThatNoTickProved() {
        FeedProcess feed = process();
        for (int round = 0; round < 20; round++) {
            log.growUnproved(random.nextInt(30));
            FeedStandbyTest.step(() -> published(log.proved), feed);
            FeedStandbyTest.step(() -> feed.polled() == log.records.size(), feed);
            assertThat(topics.progress().upTo()).isEqualTo(log.proved);
        }
    }

    @Test
    void publishesWhatALeaderProvesThatIsBehindTheEnd() {
        FeedProcess feed = process();
        log.grow(20);
        for (int round = 0; round < 10; round++) {
            log.run(Command.transact(Op.set("stock:1", round)));
            log.tick(2, 0);
        }
        FeedStandbyTest.step(() -> published(log.proved), feed);
        assertThat(topics.progress().upTo()).isEqualTo(log.proved);
    }

    @Test
    void anotherDigestIsNoFaultBeforeALaterTickNamedIt() {
        log.grow(20);
        FeedProcess feed = process();
        FeedProgress other = new FeedProgress(
                log.records.size() - 1,
                0,
                0,
                0,
                RandomFeedLog.IDENTITY.topicId(),
                FeedScope.ALL.prefixes(),
                FeedScope.ALL.buckets(),
                0,
                0,
                log.digests.lastEntry().getValue() + 1);
        topics.committed(FeedOutput.Topic.PROGRESS)
                .add(new MemoryTopics.Entry(FeedOutput.Topic.PROGRESS, new byte[0], other.json(), -1));
        // A SKIP might follow, and be why.
        FeedStandbyTest.step(() -> feed.status().upTo() == other.upTo(), feed);
        FeedStandbyTest.step(() -> feed.polled() == log.records.size(), feed);
        feed.step(5_000);
        feed.step(5_000);
        assertThat(feed.status().role()).isEqualTo(Role.STANDBY);
        log.tick(0, 0);
        assertThatThrownBy(() -> FeedStandbyTest.step(() -> false, feed))
                .isInstanceOfSatisfying(
                        HaltReason.class, end -> assertThat(end.code()).isEqualTo(ExitCode.DIVERGED));
    }

    @Test
    void whatWasPublishedWhileItWasCollectedIsNotInALaterCut() {
        FeedFollower follower =
                new FeedFollower(new State(), RandomFeedLog.IDENTITY, LastRecord.of(new Meta()), FeedScope.ALL);
        log.run(Command.transact(Op.set("stock:1", 1)));
        log.records.forEach(follower::apply);
        int applied = log.records.size();
        log.tick(0, 0);
        // Another feed published up to this TICK; the one that proved it is skipped.
        follower.published(log.records.size() - 1);
        log.run(Command.transact(Op.set("stock:1", 2)));
        long later = log.records.size() - 1L;
        log.tick(1, 0);
        log.tick(0, 0);
        log.records.subList(applied, log.records.size()).forEach(follower::apply);
        FeedCut cut = follower.take(100);
        assertThat(cut.upTo).isEqualTo(later + 1);
        assertThat(cut.changes).extracting(FeedRecord::seq).containsOnly(later);
    }

    @Test
    void anOlderTickOfAnotherDigestProvesNothing() {
        FeedProcess feed = process();
        log.grow(20);
        FeedStandbyTest.step(() -> published(log.proved), feed);
        long proved = log.proved;
        log.tick(1, 0);
        log.tick(1, 1);
        FeedStandbyTest.step(() -> feed.polled() == log.records.size(), feed);
        int repeated = topics.committed(FeedOutput.Topic.PROGRESS).size();
        FeedStandbyTest.step(() -> topics.committed(FeedOutput.Topic.PROGRESS).size() > repeated + 2, feed);
        assertThat(topics.progress().upTo()).isEqualTo(proved);
    }
}
