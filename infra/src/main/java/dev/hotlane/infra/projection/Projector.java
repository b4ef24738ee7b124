package dev.hotlane.infra.projection;

import dev.hotlane.flusher.batch.VBatching;
import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.flusher.mysql.Projection;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.recover.LogCheck;
import dev.hotlane.processor.state.ChangeSink;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Keeps a projection of a lane. It passes all counters of the checkpoint to vBatching, then applies the log behind it
 * to a state of its own and passes on each change at once. It has no part in the lane: it never stands, sends no
 * replies, and reads the checkpoint once. After any stop it begins again at the next start. One thread; any thread may
 * read its counts.
 */
public final class Projector implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);
    /** Longest wait for MySQL at the end, before and after the last offer; the next start begins again anyway. */
    private static final Duration DRAIN_MAX = Duration.ofSeconds(10);

    private final TopicPartition partition;
    private final Projection projection;
    private final VBatching[] marshallers;
    private final Consumer<byte[], byte[]> consumer;
    private final Effects effects = new Effects();
    private final AtomicReference<FlusherException> fault = new AtomicReference<>();
    private State state;
    private volatile long applied;

    /**
     * Creates the projection's table again and loads the checkpoint; {@link #follow} continues from there.
     *
     * @param checkpoint the lane's own database, read only
     * @param into another database, for the projection alone
     * @param count marshallers: writers, each with a connection
     * @throws FlusherException if one of the databases can't be used, or is not of the expected kind
     */
    public Projector(KafkaConnection kafka, String lane, FlushSettings checkpoint, FlushSettings into, int count) {
        Identity log = TopicAdmin.identity(kafka, lane);
        partition = new TopicPartition(TopicSpec.commands(lane).name(), TopicSpec.COMMAND_PARTITION);
        projection = Projection.open(into, count, refusal -> fault.compareAndSet(null, refusal));
        marshallers = projection.marshallers();
        consumer = new LogClients(kafka, lane).reader();
        try {
            load(new Checkpoint(checkpoint), log);
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void load(Checkpoint checkpoint, Identity log) {
        LogCheck check = new LogCheck(consumer, partition);
        long start = check.start();
        StateLoad load = new StateLoad() {
            @Override
            public void counter(byte[] key, long value, long version, long held, long confirmed) {
                super.counter(key, value, version, held, confirmed);
                pass.counter(key, 0, key.length, 0, value, version, held, confirmed);
                offer();
            }
        };
        checkpoint.load(load);
        String differs = load.identity().equals(log)
                ? load.prove()
                : "it belongs to " + load.identity() + ", and the log is " + log;
        if (differs != null) {
            throw new FlusherException(
                    FlusherException.Reason.CORRUPT_CHECKPOINT,
                    "the checkpoint is not one of this log: " + differs + ". Name the database that this lane's"
                            + " processors write; `hotlane verify` tells whether it is whole.");
        }
        state = load.state();
        applied = state.nextOffset();
        long end = check.end();
        check.fits(load.cut(), start, end);
        state.quarantine(check.skips(load.cut(), end));
    }

    /** Applies the records of one poll, which waits up to 20 ms. Throws faults that are final. */
    public void follow() {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
            state.apply(record.offset(), record.timestamp(), record.key(), record.value(), effects);
            effects.forEachChange(pass);
        }
        offer();
        applied = state.nextOffset();
        if (fault.get() != null) {
            throw fault.get();
        }
    }

    /** Passes every change to all marshallers. The hash is not the state's, which the checkpoint doesn't contain. */
    private final ChangeSink pass = new ChangeSink() {
        @Override
        public void counter(
                byte[] key, int at, int length, long ignored, long value, long version, long held, long confirmed) {
            long hash = Hash.of(key, at, length, 0);
            for (VBatching one : marshallers) {
                one.counter(key, at, length, hash, value, version, held, confirmed);
            }
        }

        @Override
        public void removed(byte[] key, int at, int length, long ignored) {
            long hash = Hash.of(key, at, length, 0);
            for (VBatching one : marshallers) {
                one.removed(key, at, length, hash);
            }
        }
    };

    private void offer() {
        for (VBatching one : marshallers) {
            if (one.due()) {
                one.offer();
            }
        }
    }

    /** First offset that is not applied yet. Any thread. */
    public long applied() {
        return applied;
    }

    /** Rows written and deleted so far. Any thread. */
    public long rows() {
        long rows = 0;
        for (int i = 0; i < marshallers.length; i++) {
            rows += projection.writer(i).rows();
        }
        return rows;
    }

    /** Message of the last failure of a writer that retries, null for none. Any thread. */
    public String lastFailure() {
        String failure = null;
        for (int i = 0; failure == null && i < marshallers.length; i++) {
            failure = projection.writer(i).lastFailure();
        }
        return failure;
    }

    /** Writes the rest, for at most 20 s; returns false if it could not. The thread that follows. */
    public boolean finish() {
        boolean finished = projection.drain(DRAIN_MAX);
        for (VBatching one : marshallers) {
            one.offer();
        }
        return projection.drain(DRAIN_MAX) && finished;
    }

    @Override
    public void close() {
        consumer.close();
        projection.close();
    }
}
