package dev.hotlane.gateway.view;

import dev.hotlane.protocol.ViewPack;
import dev.hotlane.protocol.ViewRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the view of a gateway that runs alone: first from the checkpoint, then by the packs of the view topic. When packs
 * do not continue the view, it drops the view and loads it again, once a second until they do. Thread {@code view-table}.
 */
public final class TopicFeed implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TopicFeed.class);
    private static final Duration POLL_MAX = Duration.ofMillis(100);
    private static final long LOAD_PACE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long CLOSE_MAX_MS = 2_000;

    /** How long before the checkpoint's log time the topic is read: more than two brokers' clocks differ. */
    private static final long EARLIER_MS = 10_000;

    private final ViewTable table;
    private final CheckpointCounters checkpoint;
    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> topic;
    private final TopicPartition partition;
    private final Runnable rewritten;
    private final LongSupplier clock;
    private final PackParts parts = new PackParts();
    private final Thread thread = new Thread(this::run, "view-table");

    /** Where the last view stood before it was dropped for a gap: the next one may not stand below. */
    private ViewCut left;

    private boolean loaded;
    private long loadedTo;
    private long triedNanos;
    private boolean complained;
    private volatile boolean stopping;

    /**
     * A feed that {@link #start} runs.
     *
     * @param topic closed with this feed
     * @param rewritten runs on thread view-table when the log was rewritten below W
     * @param clock returns nanoTime
     */
    public TopicFeed(
            ViewTable table,
            CheckpointCounters checkpoint,
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> topic,
            String topicName,
            Runnable rewritten,
            LongSupplier clock) {
        this.table = table;
        this.checkpoint = checkpoint;
        this.topic = topic;
        this.rewritten = rewritten;
        this.clock = clock;
        partition = new TopicPartition(topicName, 0);
        triedNanos = clock.getAsLong() - LOAD_PACE_NANOS;
    }

    /** Starts the thread; {@code died} gets the cause if it dies, on that thread. */
    public void start(Consumer<Throwable> died) {
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((dead, cause) -> {
            log.error("the thread view-table died; reads go through the log until this gateway restarts", cause);
            table.drop();
            died.accept(cause);
        });
        thread.start();
    }

    private void run() {
        try {
            while (!stopping) {
                long pause = step();
                if (pause > 0) {
                    LockSupport.parkNanos(pause);
                }
            }
        } finally {
            topic.close(CloseOptions.timeout(Duration.ofSeconds(1)));
        }
    }

    /**
     * Loads the view if it is due, or applies what the topic has; returns how long to pause, in ns. Thread {@code
     * view-table} calls it; where it was not started, a simulation does.
     */
    public long step() {
        long pause = loaded ? 0 : triedNanos + LOAD_PACE_NANOS - clock.getAsLong();
        if (pause > 0) {
            return pause;
        }
        try {
            if (loaded) {
                receive();
            } else {
                triedNanos = clock.getAsLong();
                load();
            }
        } catch (WakeupException | InterruptException e) {
            log.debug("woken up to stop");
        } catch (KafkaException e) {
            log.warn("the view topic can't be read: the view is loaded again", e);
            lose(false);
        }
        return 0;
    }

    private void load() {
        if (topic.partitionsFor(partition.topic()).isEmpty()) {
            complain("there is no topic " + partition.topic() + ": run 'hotlane topics create --view'");
            return;
        }
        ViewRows rows = new ViewRows();
        ViewCut cut = checkpoint.load(rows);
        if (cut == null) {
            complain("MySQL does not give the checkpoint now");
            return;
        }
        if (left != null && isOther(cut, left)) {
            rewritten.run();
            left = null;
        }
        if (left != null && cut.to() < left.to()) {
            log.debug("the checkpoint is as of {}, the view was as of {}", cut.to(), left.to());
            return;
        }
        seek(cut.logTime() - EARLIER_MS);
        parts.clear();
        loaded = true;
        loadedTo = cut.to();
        complained = false;
        table.publish(rows, cut);
        log.info("the view has {} counters as of sequence {}", table.keys(), loadedTo);
    }

    /** Whether the checkpoint is of another history than the view was. */
    private static boolean isOther(ViewCut cut, ViewCut before) {
        return cut.topicHash() != before.topicHash()
                || cut.sequenceBase() != before.sequenceBase()
                || cut.to() <= before.to() && cut.epoch() > before.epoch();
    }

    private void complain(String why) {
        if (!complained) {
            complained = true;
            log.warn("local reads go through the log until further notice: {}", why);
        }
    }

    private void seek(long timeMs) {
        topic.assign(List.of(partition));
        OffsetAndTimestamp first =
                topic.offsetsForTimes(Map.of(partition, Math.max(0, timeMs))).get(partition);
        if (first != null) {
            topic.seek(partition, first.offset());
        } else {
            topic.seekToEnd(List.of(partition));
            topic.position(partition);
        }
    }

    private void receive() {
        for (ConsumerRecord<byte[], byte[]> polled : topic.poll(POLL_MAX)) {
            if (!loaded) {
                return;
            }
            take(polled.value());
            table.between();
        }
        while (table.between()) {
            log.trace("once more before the next poll");
        }
    }

    private void take(byte[] value) {
        ViewPack part;
        try {
            part = new ViewRecord().wrap(value);
        } catch (IllegalArgumentException e) {
            log.warn("a record of {} is ignored; what it may have held shows as a gap", partition, e);
            return;
        }
        PackRule rule = PackRule.judge(part, table.cut(), loadedTo);
        switch (rule) {
            case IGNORE -> log.trace("a pack up to {} is included", part.to());
            case APPLY -> {
                List<ViewPack> whole = parts.add(part);
                if (!whole.isEmpty()) {
                    table.apply(whole);
                }
            }
            case GAP, REWRITTEN -> {
                log.warn(
                        "a pack from {} to {} of epoch {} does not continue the view at {} ({}): it is loaded again",
                        part.from(),
                        part.to(),
                        part.epoch(),
                        table.cut(),
                        rule);
                lose(rule == PackRule.REWRITTEN);
            }
        }
    }

    /** Drops the view, and its proofs if they are void. */
    private void lose(boolean historyToo) {
        ViewCut at = table.cut();
        if (historyToo) {
            left = null;
            rewritten.run();
        } else if (at != null) {
            left = at;
        }
        if (loaded) {
            table.drop();
        }
        loaded = false;
    }

    /** Ends the thread, if it was started, and closes the consumer. */
    @Override
    public void close() {
        stopping = true;
        if (thread.getState() == Thread.State.NEW) {
            topic.close(CloseOptions.timeout(Duration.ofSeconds(1)));
            return;
        }
        topic.wakeup();
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_MAX_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
