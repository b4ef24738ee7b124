package dev.hotlane.infra.feed;

import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * The feed's three topics in memory, with transactions as Kafka has them: one id, an epoch that fences, records that are
 * read once they are committed, a marker at the end of each transaction.
 */
final class MemoryTopics {
    private static final int POLLED_MAX = 2;

    private final Map<FeedOutput.Topic, List<Entry>> committed = new EnumMap<>(FeedOutput.Topic.class);
    private List<Entry> open = new ArrayList<>();
    private int epoch;
    private long ends;

    /** What happens at a point of a transaction. */
    interface Points {
        /** Throws to kill the process there. */
        void at(String point);

        /** Whether the next commit takes effect; if {@code unanswered}, its caller gets no answer. */
        boolean unanswered();

        /** Whether a commit without an answer took effect. */
        boolean tookEffect();
    }

    /** One record of a topic. */
    record Entry(FeedOutput.Topic topic, byte[] key, byte[] value, long seq) {
        String keyText() {
            return new String(key, StandardCharsets.ISO_8859_1);
        }
    }

    MemoryTopics() {
        for (FeedOutput.Topic topic : FeedOutput.Topic.values()) {
            committed.put(topic, new ArrayList<>());
        }
    }

    List<Entry> committed(FeedOutput.Topic topic) {
        return committed.get(topic);
    }

    /** The last committed position, null for none. */
    FeedProgress progress() {
        List<Entry> all = committed(FeedOutput.Topic.PROGRESS);
        return all.isEmpty() ? null : FeedProgress.of(all.get(all.size() - 1).value());
    }

    /** The counters topic, compacted. */
    Map<String, Numbers> counters() {
        Map<String, Numbers> table = new HashMap<>();
        for (Entry entry : committed(FeedOutput.Topic.COUNTERS)) {
            if (entry.value() == null) {
                table.remove(entry.keyText());
            } else {
                table.put(entry.keyText(), ConsumedTopics.numbers(entry.value()));
            }
        }
        return table;
    }

    FeedOutput output(Points points) {
        return new Output(points);
    }

    FeedTopics reader() {
        return new Reader();
    }

    private final class Output implements FeedOutput {
        private final Points points;
        private int own = -1;
        private boolean closed;

        Output(Points points) {
            this.points = points;
        }

        private void require() {
            if (closed) {
                throw new KafkaException("the producer is closed");
            }
            if (own != epoch) {
                throw new ProducerFencedException("another process has this id");
            }
        }

        @Override
        public void fence() {
            points.at("before the fence");
            own = ++epoch;
            open = new ArrayList<>();
            points.at("behind the fence");
        }

        @Override
        public void begin() {
            require();
            open = new ArrayList<>();
        }

        @Override
        public void send(Topic topic, byte[] key, byte[] value, long seq) {
            points.at(open.isEmpty() ? "before a send" : "between sends");
            require();
            open.add(new Entry(topic, key, value, seq));
        }

        @Override
        public void flush() {
            require();
        }

        @Override
        public long end(Topic topic) {
            return open.stream().noneMatch(entry -> entry.topic() == topic) ? -1 : ends + open.size() + 1;
        }

        @Override
        public void commit() {
            points.at("before the commit");
            require();
            boolean unanswered = points.unanswered();
            if (!unanswered || points.tookEffect()) {
                open.forEach(entry -> committed.get(entry.topic()).add(entry));
            }
            ends += open.size() + 1;
            open = new ArrayList<>();
            if (unanswered) {
                throw new TimeoutException("no answer to the commit");
            }
            points.at("behind the commit");
        }

        @Override
        public void close() {
            // Like a process that dies: the transaction stays open until another fences it.
            closed = true;
        }
    }

    private final class Reader implements FeedTopics {
        private int read;
        private boolean polled;
        private FeedProgress position;

        /** Like a consumer that was not polled for long: nothing at first, then a few records at a time. */
        @Override
        public boolean poll() {
            boolean idle = !polled;
            polled = true;
            return !idle && read(Math.min(committed(FeedOutput.Topic.PROGRESS).size(), read + POLLED_MAX));
        }

        private boolean read(int end) {
            boolean news = read < end;
            read = end;
            position = end == 0
                    ? null
                    : FeedProgress.of(
                            committed(FeedOutput.Topic.PROGRESS).get(end - 1).value());
            return news;
        }

        @Override
        public FeedProgress position() {
            return position;
        }

        @Override
        public FeedProgress readToEnd() {
            read(committed(FeedOutput.Topic.PROGRESS).size());
            polled = false;
            return position;
        }

        @Override
        public boolean answered() {
            return true;
        }

        @Override
        public long countersEnd() {
            return ends;
        }

        @Override
        public long changesEnd() {
            return ends;
        }

        @Override
        public Map<String, Numbers> counters() {
            return MemoryTopics.this.counters();
        }

        @Override
        public void close() {
            if (read < 0) {
                throw new KafkaException("closed twice");
            }
        }
    }
}
