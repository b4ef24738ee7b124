package dev.hotlane.jmh.feed;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ChangedCounter;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneClient;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.feed.FeedProgress;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Writes one by one, each followed to the reader of the changes topic that delivers it, read committed. One thread. */
final class VisibleChanges {
    private static final String KEY = "probe:visible";
    private static final long MICROS_MAX = TimeUnit.MINUTES.toMicros(1);
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BenchLane lane;
    private final SplittableRandom random = new SplittableRandom(1);
    private final Histogram micros = new Histogram(MICROS_MAX, 3);

    VisibleChanges(BenchLane lane) {
        this.lane = lane;
    }

    /** From the answer of each write to the record with its sequence, in microseconds. */
    Histogram micros(int probes) {
        String topic = TopicSpec.changes(BenchLane.LANE).name();
        String url = "http://127.0.0.1:" + lane.port();
        try (TopicLog changes = new TopicLog(lane.stack().connection(), topic);
                LaneClient client = LaneClient.connect(ClientSettings.of(url))) {
            changes.seek(changes.endOffset());
            for (int i = 0; i < probes; i++) {
                pause();
                once(client, changes, "probe-" + System.nanoTime());
            }
        }
        return micros;
    }

    /** Of a time between two TICKs: else each probe would begin just behind one, and wait longest for the next. */
    private void pause() {
        long end = System.nanoTime() + random.nextLong(TICK_NANOS);
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private void once(LaneClient client, TopicLog changes, String id) {
        CallOutcome<ChangedCounter> outcome =
                client.counters().increment(KEY, 1).withId(id).send();
        long answered = System.nanoTime();
        if (!(outcome instanceof Done<ChangedCounter> done)) {
            throw new IllegalStateException("a probe was answered " + outcome);
        }
        long sequence = done.value().version();
        while (!delivers(changes, sequence)) {
            if (System.nanoTime() - answered > WAIT_NANOS) {
                throw new IllegalStateException("the change of sequence " + sequence + " was not published in 60 s");
            }
        }
        micros.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - answered));
    }

    private static boolean delivers(TopicLog changes, long sequence) {
        boolean found = false;
        for (ConsumerRecord<byte[], byte[]> record : changes.poll()) {
            byte[] seq = record.headers().lastHeader(FeedProgress.SEQ_HEADER).value();
            found |= Long.parseLong(new String(seq, StandardCharsets.US_ASCII)) == sequence;
        }
        return found;
    }
}
