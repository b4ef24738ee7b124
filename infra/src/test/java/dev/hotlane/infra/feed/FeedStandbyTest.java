package dev.hotlane.infra.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.feed.FeedStatus.Role;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.feed.FeedProgress;
import dev.hotlane.protocol.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Take-overs, gaps and files of feeds in memory, step by step. */
class FeedStandbyTest {
    private static final int STEPS_MAX = 10_000;
    private static final long STEP_MS = 100;
    private static final long SAVED_MS = 1_000_000;

    @TempDir
    Path directory;

    private final SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));
    private final RandomFeedLog log = new RandomFeedLog(random.split());
    private final MemoryTopics topics = new MemoryTopics();

    /** Points at which nothing fails. */
    static final class Calm implements MemoryTopics.Points {
        private final Consumer<String> seen;

        Calm(Consumer<String> seen) {
            this.seen = seen;
        }

        @Override
        public void at(String point) {
            seen.accept(point);
        }

        @Override
        public boolean unanswered() {
            return false;
        }

        @Override
        public boolean tookEffect() {
            return true;
        }
    }

    private FeedProcess process(String name, int logStart, Consumer<String> seen) {
        return new FeedProcess(
                log, topics, directory.resolve(name), FeedScope.ALL, random.split(), new Calm(seen), logStart);
    }

    private FeedProcess process(String name) {
        return process(name, 0, point -> {});
    }

    static void step(BooleanSupplier until, FeedProcess... all) {
        for (int steps = 0; !until.getAsBoolean(); steps++) {
            assertThat(steps).as("steps").isLessThan(STEPS_MAX);
            for (FeedProcess each : all) {
                each.step(STEP_MS);
            }
        }
    }

    private boolean published(long sequence) {
        return topics.progress() != null && topics.progress().upTo() >= sequence;
    }

    /** Sequence of the last TICK that another one proves. */
    private long lastProved() {
        return log.proved;
    }

    @Test
    void secondFeedStandsByWhileTheFirstPublishes() {
        FeedProcess first = process("a");
        log.grow(50);
        step(() -> published(lastProved()), first);
        FeedProcess second = process("b");
        for (int round = 0; round < 20; round++) {
            log.grow(random.nextInt(30));
            step(() -> published(lastProved()), first, second);
            assertThat(second.status().role()).isEqualTo(Role.STANDBY);
        }
        log.grow(10);
        step(() -> published(lastProved()), second);
        assertThat(second.status().role()).isEqualTo(Role.PUBLISHING);
        step(() -> first.status().role() == Role.STANDBY, first);
        FeedKillsTest.requireEqual(log, topics);
        assertThat(first.status().upTo()).as("never behind what it published").isGreaterThan(0);
    }

    @Test
    void feedThatReplaysFencesNoOtherBeforeItCanPublish() {
        log.grow(3_000);
        FeedProcess first = process("a");
        step(() -> published(lastProved()), first);
        long position = topics.progress().upTo();
        FeedProcess[] second = new FeedProcess[1];
        second[0] = process("b", 0, point -> {
            if (point.equals("before the fence")) {
                assertThat((long) second[0].polled()).isGreaterThan(position);
            }
        });
        step(() -> second[0].status().role() == Role.PUBLISHING, second);
    }

    @Test
    void standbySavesOnceTheKeptLogBeginsBehindItsFile() {
        FeedProcess first = process("a");
        log.grow(100);
        step(() -> published(lastProved()), first);
        FeedProcess second = process("b");
        for (int round = 0; round < 3; round++) {
            first.step(SAVED_MS);
            log.grow(50);
            step(() -> published(lastProved()), first);
            // The position is repeated before it reaches the file.
            first.step(3 * STEP_MS);
            first.step(3 * STEP_MS);
            log.grow(50);
            step(() -> published(lastProved()), first);
            step(() -> second.polled() == log.records.size(), second);
            for (int step = 0; step < 200; step++) {
                second.step(1);
            }
        }
        assertThat(topics.progress().keepFrom())
                .as("the log before it may be deleted")
                .isPositive();
        assertThat(second.files.newest().orElseThrow().next())
                .isGreaterThanOrEqualTo(topics.progress().keepFrom());
        assertThat(topics.committed(FeedOutput.Topic.PROGRESS)).allSatisfy(entry -> {
            FeedProgress position = FeedProgress.of(entry.value());
            assertThat(position.keepFrom()).isLessThanOrEqualTo(position.upTo() + 1);
        });
        assertThat(first.files.usable(topics.progress().upTo()).orElseThrow().next())
                .isEqualTo(topics.progress().keepFrom());
    }

    @Test
    void gapIsPublishedAndCountersAreRepaired() {
        FeedProcess first = process("a");
        log.run(Command.transact(Op.set("stock:gone", 1)));
        log.grow(200);
        step(() -> published(lastProved()), first);
        long before = topics.progress().upTo();
        log.run(Command.transact(Op.remove("stock:gone")));
        log.grow(600);
        FeedFollower follower =
                new FeedFollower(new State(), RandomFeedLog.IDENTITY, LastRecord.of(new Meta()), FeedScope.ALL);
        log.records.forEach(follower::apply);
        new FeedFiles(new FeedDirectory(directory.resolve("b"))).save(follower);
        int cut = log.records.size();
        log.grow(100);
        FeedProcess second = process("b", cut, point -> {});
        step(() -> second.status().role() == Role.PUBLISHING, second);
        log.grow(100);
        step(() -> published(lastProved()), second);
        log.grow(100);
        step(() -> published(lastProved()), second);
        List<Map<String, Object>> gaps = topics.committed(FeedOutput.Topic.CHANGES).stream()
                .map(entry -> JsonReader.object(entry.value()))
                .filter(record -> record.get("kind").equals("gap"))
                .toList();
        assertThat(gaps).hasSize(1);
        assertThat(gaps.get(0)).containsEntry("from", before);
        assertThat((Long) gaps.get(0).get("to")).isGreaterThanOrEqualTo(cut);
        assertThat(topics.counters()).isEqualTo(log.table());
    }

    @Test
    void positionIsReadBehindTheFence() {
        FeedProcess feed = process("a");
        log.grow(50);
        step(() -> published(lastProved()), feed);
        log.grow(50);
        Calm late = new Calm(point -> {
            if (point.equals("before the fence")) {
                step(() -> published(lastProved()), feed);
            }
        });
        OptionalLong found = FeedFence.fenceThenRead(topics.output(late), topics::reader);
        assertThat(found).hasValue(lastProved());
        log.grow(50);
        step(() -> feed.status().role() == Role.STANDBY, feed);
    }

    @Test
    void whatIsPublishedWhileAnotherFeedTakesOverIsNotPublishedAgain() {
        FeedProcess first = process("a");
        log.grow(50);
        step(() -> published(lastProved()), first);
        log.grow(200);
        FeedProcess second = process("b", 0, point -> {
            if (point.equals("before the fence")) {
                step(() -> published(lastProved()), first);
            }
        });
        step(() -> second.status().role() == Role.PUBLISHING, second);
        log.grow(50);
        step(() -> published(lastProved()), second);
        FeedKillsTest.requireEqual(log, topics);
    }

    @Test
    void commitsWithoutAnAnswerLoseAndRepeatNothing() {
        MemoryTopics.Points lost = new MemoryTopics.Points() {
            @Override
            public void at(String point) {
                assertThat(point).isNotBlank();
            }

            @Override
            public boolean unanswered() {
                return random.nextInt(3) == 0;
            }

            @Override
            public boolean tookEffect() {
                return random.nextBoolean();
            }
        };
        FeedProcess feed = new FeedProcess(log, topics, directory.resolve("a"), FeedScope.ALL, random.split(), lost, 0);
        for (int round = 0; round < 40; round++) {
            log.grow(random.nextInt(20));
            step(() -> published(lastProved()), feed);
        }
        FeedKillsTest.requireEqual(log, topics);
    }

    @Test
    void keyOfThePositionIsOne() {
        FeedProcess feed = process("a");
        log.grow(50);
        step(() -> published(lastProved()), feed);
        assertThat(topics.committed(FeedOutput.Topic.PROGRESS))
                .allMatch(entry -> new String(entry.key(), StandardCharsets.UTF_8).equals("feed"));
    }
}
