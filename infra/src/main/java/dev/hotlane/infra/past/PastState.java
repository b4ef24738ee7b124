package dev.hotlane.infra.past;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The state of a lane after one record of its log: loaded from the nearest snapshot below, then replayed. Reads the log
 * only. Blocking; one thread. Throws {@link PastException} if there is no such state.
 */
public final class PastState implements AutoCloseable {
    /** Records behind the wanted one that are searched for a proof of it. */
    private static final long PROOF_RECORDS_MAX = 1_000_000;

    private final LogSpan log;
    private final SnapshotShelf shelf;
    private final Progress progress;
    private PastReplay replay;
    private String source;

    /** That lane's past. The log's end is that of now. */
    public PastState(KafkaConnection kafka, String lane, List<Path> snapshots, Consumer<String> notes) {
        this(
                new LogSpan(
                        new LogClients(kafka, lane).reader(),
                        new TopicPartition(TopicSpec.commands(lane).name(), TopicSpec.COMMAND_PARTITION)),
                TopicAdmin.identity(kafka, lane),
                snapshots,
                notes);
    }

    PastState(LogSpan log, Identity identity, List<Path> snapshots, Consumer<String> notes) {
        this.log = log;
        progress = new Progress(notes);
        shelf = new SnapshotShelf(snapshots, identity, notes);
    }

    /** Goes to the state after the record of that sequence. Once. */
    public PastState goTo(long sequence) {
        long offset = offset(sequence);
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

    /** The offset of a sequence; rejects one that this log does not have. */
    long offset(long sequence) {
        long base = shelf.sequenceBase();
        if (sequence < base) {
            throw new PastException(
                    Reason.GONE,
                    "sequence " + sequence + " lies before this log, which begins with " + base
                            + " since an operator anchored the lane to it: name the lane of the topic before it (--lane)");
        }
        if (sequence - base >= log.end()) {
            throw new PastException(
                    Reason.QUESTION,
                    "--sequence: " + sequence + " is past the end, the last is " + (base + log.end() - 1));
        }
        return sequence - base;
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

    LastRecord last() {
        return replay.last();
    }

    /**
     * Replays on until a TICK confirms the digest of one at or behind the state; returns its sequence, or -1 if there is
     * none yet. The state is that of a later record then.
     */
    public long prove() {
        State state = replay.state();
        long wanted = state.nextOffset();
        long most = wanted + PROOF_RECORDS_MAX;
        long base = sequence() + 1 - wanted;
        while (replay.provedBelow() < wanted && state.nextOffset() < most && replay.peek() != null) {
            replay.apply();
        }
        return replay.provedBelow() >= wanted && wanted > 0 ? base + replay.provedBelow() - 1 : -1;
    }

    @Override
    public void close() {
        log.close();
    }
}
