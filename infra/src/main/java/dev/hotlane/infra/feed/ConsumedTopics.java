package dev.hotlane.infra.feed;

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

/** The feed's topics by Kafka's consumers: one follows the progress topic, one reads what is asked for. */
final class ConsumedTopics implements FeedTopics {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final long NEAR = 64;

    private final TopicPartition progress;
    private final TopicPartition counters;
    private final TopicPartition changes;
    private final Consumer<byte[], byte[]> follower;
    private final Consumer<byte[], byte[]> reader;
    private final Metric fetches;
    private double fetchesSeen;
    private FeedProgress position;
    private boolean placed;

    /** @param readers makes a consumer of committed records, without a group */
    ConsumedTopics(String lane, Supplier<? extends Consumer<byte[], byte[]>> readers) {
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
        position = FeedProgress.of(record.value());
        return true;
    }

    @Override
    public FeedProgress position() {
        return position;
    }

    @Override
    public FeedProgress readToEnd() {
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
