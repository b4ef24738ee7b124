package dev.hotlane.infra.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.feed.FeedProgress;
import dev.hotlane.protocol.json.JsonReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: each sequence is published once, whatever ends a feed. Method: feeds in memory are killed 500 times at points of
 * their transactions, commits stay unanswered, and another feed takes over; then the topics are compared with the log.
 */
class FeedKillsTest {
    private static final int KILLS = 500;
    private static final int STEPS_MAX = 60_000;
    private static final List<String> POINTS = List.of(
            "before the fence",
            "behind the fence",
            "before a send",
            "between sends",
            "before the commit",
            "behind the commit");

    @TempDir
    Path directory;

    private final RandomPoints points;
    private final SplittableRandom random;

    FeedKillsTest() {
        long seed = Long.getLong("seed", 1);
        System.out.println("FeedKillsTest: -Dseed=" + seed);
        random = new SplittableRandom(seed);
        points = new RandomPoints(random.split());
    }

    /** A process ends. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Kills at one of the next points, and leaves some commits without an answer. */
    private static final class RandomPoints implements MemoryTopics.Points {
        private final SplittableRandom random;
        final Map<String, Integer> kills = new TreeMap<>();
        boolean calm;
        private String wanted = "before a send";
        private int left = 1;

        RandomPoints(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public void at(String point) {
            if (!calm && point.equals(wanted) && --left <= 0) {
                wanted = POINTS.get(random.nextInt(POINTS.size()));
                left = 1 + random.nextInt(wanted.equals("between sends") ? 200 : 3);
                kills.merge(point, 1, Integer::sum);
                throw new Killed();
            }
        }

        @Override
        public boolean unanswered() {
            return !calm && random.nextInt(20) == 0;
        }

        @Override
        public boolean tookEffect() {
            return random.nextBoolean();
        }
    }

    @Test
    void eachSequenceIsPublishedOnceOverFiveHundredKills() {
        kill(KILLS);
        assertThat(points.kills.keySet()).containsAll(POINTS);
    }

    /** The same in a second, for planted faults. */
    @Test
    void eachSequenceIsPublishedOnceOverFortyKills() {
        kill(40);
    }

    private void kill(int kills) {
        RandomFeedLog log = new RandomFeedLog(random.split());
        MemoryTopics topics = new MemoryTopics();
        FeedProcess[] pair = {process(log, topics, 0), process(log, topics, 1)};
        int killed = 0;
        for (int step = 0; killed < kills; step++) {
            assertThat(step).as("steps, after %d kills", killed).isLessThan(STEPS_MAX);
            int which = random.nextInt(2);
            try {
                // Now and then the time of a state file passes.
                pair[which].step(random.nextInt(50) == 0 ? 1_000_000 : random.nextInt(400));
            } catch (Killed e) {
                killed++;
                pair[which] = process(log, topics, which);
            }
            if (random.nextInt(20) == 0) {
                log.grow(random.nextInt(10));
            }
        }
        points.calm = true;
        long end = log.records.size() - 2L;
        for (int step = 0; topics.progress() == null || topics.progress().upTo() < end; step++) {
            assertThat(step).as("steps until the end of the log").isLessThan(STEPS_MAX);
            pair[step % 2].step(100);
        }
        System.out.println("FeedKillsTest: kills " + points.kills + ", records of the log " + log.records.size()
                + ", transactions "
                + topics.committed(FeedOutput.Topic.PROGRESS).size());
        requireEqual(log, topics);
    }

    private FeedProcess process(RandomFeedLog log, MemoryTopics topics, int which) {
        boolean calm = points.calm;
        points.calm = true;
        try {
            return new FeedProcess(
                    log, topics, directory.resolve("feed" + which), FeedScope.ALL, random.split(), points, 0);
        } finally {
            points.calm = calm;
        }
    }

    static void requireEqual(RandomFeedLog log, MemoryTopics topics) {
        FeedProgress progress = topics.progress();
        assertThat(log.digests).containsEntry(progress.upTo(), progress.digest());
        List<Long> sequences = new ArrayList<>();
        for (MemoryTopics.Entry entry : topics.committed(FeedOutput.Topic.CHANGES)) {
            Map<String, Object> record = JsonReader.object(entry.value());
            long seq = (Long) record.get("seq");
            assertThat(entry.seq()).isEqualTo(seq);
            sequences.add(seq);
            Map<String, List<Long>> changes = changes(record);
            assertThat(changes).as("changes of sequence %d", seq).isEqualTo(log.changes.getOrDefault(seq, Map.of()));
        }
        assertThat(sequences).doesNotHaveDuplicates().isSorted();
        assertThat(sequences)
                .containsAll(log.changes.headMap(progress.upTo(), true).keySet());
        assertThat(topics.counters()).isEqualTo(log.table());
    }

    private static Map<String, List<Long>> changes(Map<String, Object> record) {
        Map<String, List<Long>> changes = new HashMap<>();
        for (Object each : (List<?>) record.get("changes")) {
            Map<String, Object> change = JsonReader.typed(each);
            changes.put(
                    (String) change.get("key"),
                    List.of((Long) change.get("before"), (Long) change.get("value"), (Long) change.get("held"), (Long)
                            change.get("confirmed")));
        }
        return changes;
    }
}
