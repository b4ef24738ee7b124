package dev.hotlane.infra.past;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The state of a lane after one record of its log: loaded from the nearest snapshot below, then replayed. Reads the log
 * only. Blocking; one thread. Throws {@link PastException} if there is no such state.
 */
public final class PastState implements AutoCloseable {
    private final LogSpan log;
    private final SnapshotShelf shelf;
    private final Progress progress;
    private PastReplay replay;
    private String source;

    /** That lane's past. The log's end is that of now. */
    public PastState(KafkaConnection kafka, String lane, List<Path> snapshots, Consumer<String> notes) {
        this(LogSpan.of(kafka, lane), TopicAdmin.identity(kafka, lane), snapshots, notes);
    }

    PastState(LogSpan log, Identity identity, List<Path> snapshots, Consumer<String> notes) {
        this.log = log;
        progress = new Progress(notes);
        shelf = new SnapshotShelf(snapshots, identity, notes);
    }

    /** Goes to the state after the record of that sequence. Once. */
    public PastState goTo(long sequence) {
        long offset = shelf.offset(sequence, log, "--sequence");
        begin(offset + 1, Long.MAX_VALUE);
        while (replay.state().nextOffset() <= offset && replay.peek() != null) {
            replay.apply();
            progress.at(replay.state().nextOffset(), offset + 1);
        }
        return this;
    }

    /** Goes to the state after the last record whose log time T is at or before that time, epoch milliseconds. Once. */
    public PastState goToTime(long time) {
        begin(log.end(), time);
        ConsumerRecord<byte[], byte[]> next = replay.peek();
        // Below the first record of a later time T can't exceed it.
        long free = log.offsetAt(time + 1);
        while (next != null && (next.offset() < free || !exceeds(next, time))) {
            replay.apply();
            progress.at(replay.state().nextOffset(), log.end());
            next = replay.peek();
        }
        if (next == null) {
            throw new PastException(
                    Reason.QUESTION,
                    "--time: no record has a log time after " + Instant.ofEpochMilli(time) + " yet, the last one has "
                            + Instant.ofEpochMilli(replay.state().logTime())
                            + ": later records may still belong to the asked time");
        }
        return this;
    }

    private boolean exceeds(ConsumerRecord<byte[], byte[]> next, long time) {
        return replay.state().nextTime().exceeds(time, next.offset(), next.timestamp(), next.key(), next.value());
    }

    private void begin(long next, long time) {
        PastStart start = shelf.before(next, time, log);
        source = start.source();
        replay = new PastReplay(log, start.state(), start.last(), null);
    }

    /** The state. Valid until {@link #prove}. */
    public State state() {
        return replay.state();
    }

    /** Where the replay began, for a person. */
    public String source() {
        return source;
    }

    /** Sequence of the state's last record, or of the record before the log's first. */
    public long sequence() {
        Meta meta = new Meta();
        replay.state().describe(meta);
        return meta.sequenceBase + meta.nextOffset - 1;
    }

    /** The state's last record; null for an empty log. Valid until {@link #prove}. */
    public LastRecord last() {
        return replay.last();
    }

    /**
     * Replays on until a TICK confirms the digest of one at or behind the state; returns its sequence, or -1 if there is
     * none yet. The state is that of a later record then.
     */
    public long prove() {
        long base = sequence() + 1 - replay.state().nextOffset();
        long offset = replay.prove(replay.state().nextOffset());
        return offset < 0 ? -1 : base + offset;
    }

    @Override
    public void close() {
        log.close();
    }
}
