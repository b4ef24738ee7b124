package dev.hotlane.proof.simulation;

import dev.hotlane.protocol.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * The feed's three topics and the coordinator of their transactions, as Kafka has them: one id whose epoch fences, an open
 * transaction that is aborted after a time, commits that take effect late, a marker behind each transaction. Readers of
 * committed records see nothing behind an open transaction.
 */
final class SimTransactions {
    static final String LANE = "sim";
    static final String COUNTERS = TopicSpec.counters(LANE).name();
    static final String CHANGES = TopicSpec.changes(LANE).name();
    static final String PROGRESS = TopicSpec.progress(LANE).name();

    private static final long MILLI = 1_000_000;

    /** An open transaction of a process that is dead or stands still is aborted after that time. */
    private static final long OPEN_MAX_NANOS = 200 * MILLI;

    private static final int LATE_MILLIS = 60;

    private final World world;
    private final Map<String, List<Sent>> topics =
            Map.of(COUNTERS, new ArrayList<>(), CHANGES, new ArrayList<>(), PROGRESS, new ArrayList<>());
    private int epoch;
    private Transaction open;

    /** What becomes of a transaction. */
    private enum State {
        OPEN,
        COMMITTED,
        ABORTED
    }

    /** One transaction; {@code commitAt} is 0 until its commit has reached the coordinator. */
    private static final class Transaction {
        private final long began;
        private final List<Sent> records = new ArrayList<>();
        private State state = State.OPEN;
        private long commitAt;

        Transaction(long began) {
            this.began = began;
        }
    }

    /** One offset of a topic: a record, or a marker, which has none. */
    record Sent(long offset, ProducerRecord<byte[], byte[]> record, Transaction of) {
        boolean committed() {
            return record != null && of.state == State.COMMITTED;
        }
    }

    SimTransactions(World world) {
        this.world = world;
    }

    /** Fences every process before, and ends its transaction; returns the epoch of the next. */
    int fence() {
        if (open != null && open.commitAt != 0 && world.feeds.chance.percent(50)) {
            end(State.COMMITTED);
        }
        end(State.ABORTED);
        return ++epoch;
    }

    private void require(int own) {
        if (own != epoch) {
            world.tally.count("feeds fenced");
            throw world.feeds.chance.percent(50)
                    ? new ProducerFencedException("another process has this id")
                    : new InvalidProducerEpochException("another process has this id");
        }
    }

    /** Appends a record to the open transaction; returns its offset. */
    long send(int own, ProducerRecord<byte[], byte[]> record) {
        require(own);
        if (open == null) {
            open = new Transaction(world.now());
        }
        List<Sent> topic = topics.get(record.topic());
        Sent sent = new Sent(topic.size(), record, open);
        topic.add(sent);
        open.records.add(sent);
        return sent.offset();
    }

    /** Commits, at once or after some time; until then nothing else of the id can. */
    void commit(int own, boolean late) {
        require(own);
        if (open == null) {
            return;
        }
        if (late) {
            open.commitAt = world.now() + world.feeds.chance.between(1, LATE_MILLIS) * MILLI;
        } else {
            end(State.COMMITTED);
        }
    }

    /** The coordinator's own work; false if there is none. */
    boolean look() {
        if (open == null) {
            return false;
        }
        if (open.commitAt != 0 && world.now() >= open.commitAt) {
            world.tally.count("feed commits that were late");
            end(State.COMMITTED);
            return true;
        }
        if (open.commitAt == 0 && world.now() - open.began >= OPEN_MAX_NANOS) {
            world.tally.count("feed transactions that took too long");
            end(State.ABORTED);
            epoch++;
            return true;
        }
        return false;
    }

    private void end(State state) {
        if (open == null) {
            return;
        }
        Transaction ended = open;
        open = null;
        ended.state = state;
        topics.forEach((name, topic) -> {
            if (ended.records.stream().anyMatch(sent -> sent.record().topic().equals(name))) {
                topic.add(new Sent(topic.size(), null, ended));
            }
        });
        if (state == State.COMMITTED) {
            world.feeds.checks.committed(ended.records);
        } else {
            world.tally.count("feed transactions aborted");
        }
    }

    /** The offset at the end of what readers of committed records may read. */
    long stableEnd(String topic) {
        List<Sent> all = topics.get(topic);
        if (open == null) {
            return all.size();
        }
        return open.records.stream()
                .filter(sent -> sent.record().topic().equals(topic))
                .mapToLong(Sent::offset)
                .findFirst()
                .orElse(all.size());
    }

    /** What is at an offset. */
    Sent at(String topic, long offset) {
        return topics.get(topic).get((int) offset);
    }
}
