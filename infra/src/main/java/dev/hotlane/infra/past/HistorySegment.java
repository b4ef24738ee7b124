package dev.hotlane.infra.past;

import dev.hotlane.processor.state.ChangeTrace;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** One part of a history: a thread of its own replays it into a bounded queue, which the caller's thread drains. */
final class HistorySegment implements AutoCloseable {
    private static final int BATCH = 1_024;
    private static final int BATCHES_MAX = 128;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final LogSpan log;
    private final PastStart start;
    private final HistoryQuery query;
    private final PastRange range;
    private final Progress progress;
    private final BlockingQueue<Batch> batches = new ArrayBlockingQueue<>(BATCHES_MAX);
    private final Meta meta = new Meta();
    private final long firstDigest;
    private Thread thread;
    private long end;
    private boolean isLast;
    private List<TracedChange> filling = new ArrayList<>();

    /** Changes, and with the last of them the end or the failure. */
    private record Batch(List<TracedChange> changes, LogHistory.End end, RuntimeException failure) {}

    HistorySegment(LogSpan log, PastStart start, HistoryQuery query, PastRange range, Progress progress) {
        this.log = log;
        this.start = start;
        this.query = query;
        this.range = range;
        this.progress = progress;
        start.state().describe(meta);
        firstDigest = meta.digest;
    }

    /** The part ends before that offset; {@code whole} if no other one follows. Before {@link #start}. */
    void endsAt(long offset, boolean whole) {
        end = offset;
        isLast = whole;
    }

    long firstDigest() {
        return firstDigest;
    }

    String source() {
        return start.source();
    }

    void start() {
        thread = new Thread(this::run, "segment-" + NUMBER.incrementAndGet());
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            try {
                LogHistory.End reached = replay();
                batches.put(new Batch(filling, reached, null));
            } catch (RuntimeException e) {
                batches.put(new Batch(filling, null, e));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private LogHistory.End replay() throws InterruptedException {
        State state = start.state();
        ChangeTrace trace = new ChangeTrace();
        PastReplay replay = new PastReplay(log, state, start.last(), trace);
        RecordChanges changes = new RecordChanges(query, state, trace, filling::add);
        long base = meta.sequenceBase;
        long last = base + state.nextOffset() - 1;
        ConsumerRecord<byte[], byte[]> next = replay.peek();
        while (next != null && next.offset() < end && !isPast(state, next)) {
            changes.follow(next, replay.apply(), base + next.offset(), state.logTime());
            last = base + next.offset();
            if (filling.size() >= BATCH) {
                hand();
            }
            progress.at(next.offset(), end);
            next = replay.peek();
        }
        range.requireOver(!isLast || next != null);
        filling.removeIf(change -> !range.isAfterStart(change.sequence(), change.time()));
        state.describe(meta);
        long proved = isLast ? replay.prove(meta.nextOffset) : -1;
        return new LogHistory.End(last, meta.logTime, meta.digest, proved < 0 ? -1 : base + proved);
    }

    private boolean isPast(State state, ConsumerRecord<byte[], byte[]> next) {
        return range.toTime()
                && range.to() >= 0
                && state.nextTime().exceeds(range.to(), next.offset(), next.timestamp(), next.key(), next.value());
    }

    private void hand() throws InterruptedException {
        List<TracedChange> full = new ArrayList<>(filling);
        filling.clear();
        full.removeIf(change -> !range.isAfterStart(change.sequence(), change.time()));
        batches.put(new Batch(full, null, null));
    }

    /** Passes on the changes of this part; returns where it ended. */
    LogHistory.End drain(Consumer<TracedChange> out) {
        try {
            while (true) {
                Batch batch = batches.take();
                batch.changes().forEach(out);
                if (batch.failure() != null) {
                    throw batch.failure();
                }
                if (batch.end() != null) {
                    return batch.end();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a history was read", e);
        }
    }

    /** Ends the thread, if it runs. */
    @Override
    public void close() {
        try {
            if (thread != null) {
                thread.interrupt();
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        log.close();
    }
}
