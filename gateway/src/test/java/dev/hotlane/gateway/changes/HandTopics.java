package dev.hotlane.gateway.changes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The feed's two topics in memory. A transaction becomes visible in each topic at a moment of its own, as with a broker. One
 * thread.
 */
final class HandTopics implements ChangesSource {
    private final Random random;
    private final Partition changes = new Partition();
    private final Partition progress = new Partition();

    /** Records and markers by offset; a marker is null. */
    private static final class Partition {
        private final List<ChangesRead> records = new ArrayList<>();
        private long begin;
        private long visible;
    }

    HandTopics(Random random) {
        this.random = random;
    }

    private Partition of(ChangesTopic topic) {
        return topic == ChangesTopic.CHANGES ? changes : progress;
    }

    private static void append(Partition to, ChangesTopic topic, long sequence, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        to.records.add(new ChangesRead(topic, to.records.size(), sequence, bytes));
    }

    /** Publishes these documents in one transaction, visible later; each begins with its sequence. */
    void cut(long upTo, List<String> documents) {
        for (String document : documents) {
            String digits = document.replaceFirst("\\{\"seq\":(\\d+),.*", "$1");
            long sequence = digits.equals(document) ? -1 : Long.parseLong(digits);
            append(changes, ChangesTopic.CHANGES, sequence, document);
        }
        long end = changes.records.size();
        if (!documents.isEmpty()) {
            changes.records.add(null);
        }
        append(
                progress,
                ChangesTopic.PROGRESS,
                -1,
                "{\"upTo\":" + upTo + ",\"time\":1,\"prefixes\":[],\"changes\":" + end + "}");
        progress.records.add(null);
    }

    /** Makes what was published visible in one of the topics, or in both. */
    void reveal(boolean ofChanges, boolean ofProgress) {
        if (ofChanges) {
            changes.visible = changes.records.size();
        }
        if (ofProgress) {
            progress.visible = progress.records.size();
        }
    }

    /** Deletes the oldest changes, at most a number of records. */
    void expire(int most) {
        changes.begin = Math.min(changes.visible, changes.begin + most);
    }

    /** Offset of the oldest change that is kept. */
    long begin() {
        return changes.begin;
    }

    @Override
    public String identity() {
        return "in memory";
    }

    @Override
    public boolean isOther(String identity) {
        return false;
    }

    @Override
    public ChangesConsumer follow() {
        return new Reader();
    }

    @Override
    public ChangesConsumer catchUp() {
        return new Reader();
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    /** Returns a few records each time. */
    private final class Reader implements ChangesConsumer {
        private final long[] positions = new long[2];

        @Override
        public long begin(ChangesTopic topic) {
            return of(topic).begin;
        }

        @Override
        public long end(ChangesTopic topic) {
            return of(topic).visible;
        }

        @Override
        public void seek(ChangesTopic topic, long offset) {
            positions[topic.ordinal()] = offset;
        }

        @Override
        public long position(ChangesTopic topic) {
            return positions[topic.ordinal()];
        }

        @Override
        public List<ChangesRead> poll(Duration max) {
            List<ChangesRead> reads = new ArrayList<>();
            for (ChangesTopic topic : ChangesTopic.values()) {
                Partition partition = of(topic);
                if (positions[topic.ordinal()] < partition.begin) {
                    throw new IllegalStateException("the offset " + positions[topic.ordinal()] + " was deleted");
                }
                int most = 1 + random.nextInt(random.nextInt(4) == 0 ? 120 : 6);
                while (most > 0 && positions[topic.ordinal()] < partition.visible) {
                    ChangesRead read = partition.records.get((int) positions[topic.ordinal()]);
                    positions[topic.ordinal()]++;
                    most--;
                    if (read != null) {
                        reads.add(read);
                    }
                }
            }
            return reads;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
