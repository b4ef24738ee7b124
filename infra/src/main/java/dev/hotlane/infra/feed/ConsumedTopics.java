package dev.hotlane.infra.feed;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import dev.hotlane.protocol.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The feed's topics by Kafka's consumers: one follows the progress topic, one reads what is asked for. */
final class ConsumedTopics implements FeedTopics {
    private static final Logger log = LoggerFactory.getLogger(ConsumedTopics.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final long NEAR = 64;
    private static final long MARKER_NANOS = 10_000_000_000L;
    private static final String MAKE_AGAIN =
            "Stop the feeds, delete the three topics and make them with `hotlane topics create --feed`";

    /** What no feed writes: differs from all numbers of counters. */
    private static final Numbers FOREIGN = new Numbers(Long.MIN_VALUE, -1, -1, -1);

    private final TopicPartition progress;
    private final TopicPartition counters;
    private final TopicPartition changes;
    private final Consumer<byte[], byte[]> follower;
    private final Consumer<byte[], byte[]> reader;
    private final Metric fetches;
    private final long markerNanos;
    private double fetchesSeen;
    private FeedProgress position;
    private boolean placed;
    private long foreign = -1;

    /** @param readers makes a consumer of committed records, without a group */
    ConsumedTopics(String lane, Supplier<? extends Consumer<byte[], byte[]>> readers) {
        this(lane, readers, MARKER_NANOS);
    }

    /** @param markerNanos how long a topic's end may lie before that which the position names */
    ConsumedTopics(String lane, Supplier<? extends Consumer<byte[], byte[]>> readers, long markerNanos) {
        this.markerNanos = markerNanos;
        progress = new TopicPartition(TopicSpec.progress(lane).name(), 0);
        counters = new TopicPartition(TopicSpec.counters(lane).name(), 0);
        changes = new TopicPartition(TopicSpec.changes(lane).name(), 0);
        follower = readers.get();
        reader = readers.get();
        follower.assign(List.of(progress));
        fetches = follower.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("fetch-total"))
                .findAny()
                .orElse(null);
    }

    @Override
    public boolean poll() {
        boolean news = false;
        for (ConsumerRecord<byte[], byte[]> record :
                follower.poll(Duration.ZERO).records(progress)) {
            news |= take(record);
        }
        return news;
    }

    private boolean take(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return false;
        }
        try {
            position = FeedProgress.of(record.value());
            return true;
        } catch (IllegalArgumentException | ClassCastException e) {
            foreign = record.offset();
            log.warn("{} has a record at offset {} that no feed wrote; it is passed over", progress, foreign);
            return false;
        }
    }

    @Override
    public FeedProgress position() {
        return position;
    }

    @Override
    public FeedProgress readToEnd() {
        FeedProgress last = last();
        if (last == null && foreign >= 0) {
            // The position that it replaced may be compacted away: without it all would be published again.
            throw new HaltReason(
                    ExitCode.TOPIC_SETTINGS,
                    progress.topic() + " has a record at offset " + foreign + " that no feed wrote, and no position: "
                            + MAKE_AGAIN);
        }
        if (last != null) {
            requireEnd(changes, last.changes());
            requireEnd(counters, last.counters());
        }
        return last;
    }

    /** A topic that was made again alone misses what the position says is published, and nothing would write it. */
    private void requireEnd(TopicPartition of, long named) {
        long began = System.nanoTime();
        long end = reader.endOffsets(List.of(of)).get(of);
        // The marker of the transaction that wrote the position may reach this partition later.
        while (end < named && System.nanoTime() - began < markerNanos) {
            follower.poll(POLL).records(progress).forEach(this::take);
            end = reader.endOffsets(List.of(of)).get(of);
        }
        if (end < named) {
            throw new HaltReason(
                    ExitCode.TOPIC_RECREATED,
                    of.topic() + " ends at offset " + end + ", and the feed's position names " + named
                            + " as its end: it was deleted and made again alone, or lost records. " + MAKE_AGAIN);
        }
    }

    private FeedProgress last() {
        long start = follower.beginningOffsets(List.of(progress)).get(progress);
        long end = follower.endOffsets(List.of(progress)).get(progress);
        if (placed) {
            readTo(end);
            return position;
        }
        // The last record is near the end, but for markers of transactions.
        for (long near = NEAR; ; near *= NEAR) {
            long from = Math.max(start, end - near);
            follower.seek(progress, from);
            readTo(end);
            if (position != null || from == start) {
                placed = true;
                return position;
            }
        }
    }

    private void readTo(long end) {
        long began = System.nanoTime();
        while (follower.position(progress) < end) {
            follower.poll(POLL).records(progress).forEach(this::take);
            requireInTime(began, progress);
        }
    }

    private static void requireInTime(long began, TopicPartition of) {
        if (System.nanoTime() - began > PATIENCE_NANOS) {
            throw new TimeoutException(of + " was not read to its end within 30 s");
        }
    }

    @Override
    public boolean answered() {
        double now = fetches == null ? fetchesSeen + 1 : (double) fetches.metricValue();
        boolean answered = now != fetchesSeen;
        fetchesSeen = now;
        return answered;
    }

    @Override
    public long countersEnd() {
        return reader.endOffsets(List.of(counters)).get(counters);
    }

    @Override
    public long changesEnd() {
        return reader.endOffsets(List.of(changes)).get(changes);
    }

    @Override
    public Map<String, Numbers> counters() {
        return counters(countersEnd());
    }

    /** Reads the counters topic from its start up to that offset. */
    Map<String, Numbers> counters(long end) {
        Map<String, Numbers> table = new HashMap<>();
        reader.assign(List.of(counters));
        reader.seekToBeginning(List.of(counters));
        long heard = System.nanoTime();
        while (reader.position(counters) < end) {
            for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL).records(counters)) {
                String key = new String(record.key(), StandardCharsets.ISO_8859_1);
                if (record.offset() >= end) {
                    break;
                }
                if (record.value() == null) {
                    table.remove(key);
                } else {
                    table.put(key, numbers(record.value()));
                }
                heard = System.nanoTime();
            }
            requireInTime(heard, counters);
        }
        return table;
    }

    /** The numbers in a value of the counters topic. */
    static Numbers numbers(byte[] value) {
        try {
            return read(value);
        } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
            log.debug("the counters topic has a value that no feed wrote", e);
            return FOREIGN;
        }
    }

    private static Numbers read(byte[] value) {
        Map<String, Object> fields = JsonReader.object(value);
        long version = (Long) fields.get("version");
        return new Numbers(
                (Long) fields.get("value"),
                Boolean.TRUE.equals(fields.get("bucket")) ? -version : version,
                (Long) fields.get("held"),
                (Long) fields.get("confirmed"));
    }

    @Override
    public void close() {
        follower.close();
        reader.close();
    }
}
