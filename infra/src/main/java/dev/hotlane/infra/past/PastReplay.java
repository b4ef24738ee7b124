package dev.hotlane.infra.past;

import dev.hotlane.infra.log.RecordsAhead;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.log.SkippedGaps;
import dev.hotlane.processor.state.ChangeTrace;
import dev.hotlane.processor.state.DivergenceException;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.processor.state.UnknownRulesException;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Applies a log to a state, record by record, and compares each TICK's digest. One thread. */
final class PastReplay {
    /** Epoch of the first LEAD after a re-anchoring is at least this. */
    private static final long ANCHORED_EPOCH = 1_000_000;

    private static final long PROOF_RECORDS_MAX = 1_000_000;

    private final LogSpan log;
    private final State state;
    private final Effects effects;
    private final Deque<ConsumerRecord<byte[], byte[]>> ready = new ArrayDeque<>();
    private final RecordView view = new RecordView();
    private final Meta meta = new Meta();
    private final TreeMap<Long, Long> unproved = new TreeMap<>();
    private final boolean fresh;
    private LastRecord last;
    private long ticks;
    private long proved;
    private long skipped = -1;

    /**
     * @param state loaded, or empty for a log from its first record
     * @param last the record before its next offset; null for an empty state
     * @param trace filled by each record, null for none
     */
    PastReplay(LogSpan log, State state, LastRecord last, ChangeTrace trace) {
        this.log = log;
        this.state = state;
        this.last = last;
        effects = new Effects(trace);
        fresh = last == null;
        log.begin(state.nextOffset());
    }

    /** The next record, without applying it; null at the end of the log. */
    ConsumerRecord<byte[], byte[]> peek() {
        if (ready.isEmpty()) {
            log.next(ready);
            quarantine();
        }
        ConsumerRecord<byte[], byte[]> next = ready.peekFirst();
        if (next != null && next.offset() != state.nextOffset()) {
            close(next);
        }
        return ready.peekFirst();
    }

    private void quarantine() {
        long[] skips = log.skips();
        if (skips.length != Math.max(0, skipped)) {
            state.quarantine(skips);
            skipped = skips.length;
        }
    }

    private void close(ConsumerRecord<byte[], byte[]> next) {
        List<ConsumerRecord<byte[], byte[]>> closed =
                new SkippedGaps(log.skips()).close(state.nextOffset(), List.of(ready.pollFirst()));
        if (closed.get(0).offset() != state.nextOffset()) {
            throw new PastException(
                    Reason.GONE,
                    "the log has no records from offset " + state.nextOffset() + " to " + (next.offset() - 1)
                            + ": name a snapshot of offset " + next.offset() + " or later");
        }
        for (int i = closed.size() - 1; i >= 0; i--) {
            ready.addFirst(closed.get(i));
        }
    }

    /** Applies the next record; {@link #peek} must have returned it. */
    Effects apply() {
        ConsumerRecord<byte[], byte[]> record = ready.peekFirst();
        if (state.ahead().size() == 0) {
            RecordsAhead.fetch(state, ready.iterator());
        }
        ready.removeFirst();
        try {
            state.apply(record.offset(), record.timestamp(), record.key(), record.value(), effects);
        } catch (UnknownRulesException e) {
            throw new PastException(Reason.DIFFERS, e.getMessage() + ": use the build of the processors", e);
        }
        last = new LastRecord(
                record.leaderEpoch().orElse(-1), record.timestamp(), Frame.storedChecksum(record.value()));
        if (effects.kind() == RecordKind.TICK) {
            tick(record);
        } else if (fresh && effects.kind() == RecordKind.LEAD && !effects.accepted() && ticks == 0) {
            requireFirst(record);
        }
        return effects;
    }

    private void tick(ConsumerRecord<byte[], byte[]> record) {
        DivergenceException differs = state.contradiction();
        if (differs != null) {
            throw new PastException(
                    Reason.DIFFERS,
                    differs.getMessage() + ". The replay gives another state than the lane had: a snapshot that was"
                            + " changed, another build, or a damaged log",
                    differs);
        }
        if (effects.accepted()) {
            view.wrap(record.key(), record.value());
            prove(view.tick().previousTick(), view.tick().previousDigest());
            ticks = record.offset() + 1;
            state.describe(meta);
            unproved.put(record.offset(), meta.lastTickDigest);
        }
    }

    /** A TICK names that one, and its digest: the one before it, or an older one if the leader was behind the log's end. */
    private void prove(long tick, long digest) {
        Long own = unproved.get(tick);
        if (own != null && own == digest) {
            proved = tick + 1;
            unproved.headMap(proved).clear();
        }
    }

    private void requireFirst(ConsumerRecord<byte[], byte[]> record) {
        if (view.wrap(record.key(), record.value()) == RecordKind.LEAD
                && view.lead().epoch() > ANCHORED_EPOCH) {
            throw new PastException(
                    Reason.GONE,
                    "an operator anchored the lane to this log, so it does not begin with an empty state: name a"
                            + " snapshot that was taken since (--snapshots)");
        }
    }

    /** First offset after the last TICK whose digest a later TICK confirmed; 0 for none. */
    long provedBelow() {
        return proved;
    }

    /**
     * Replays on until a TICK confirms the digest of one at or behind {@code next - 1}; returns the offset of the
     * confirmed one, or -1 if there is none within the next million records.
     */
    long prove(long next) {
        long most = next + PROOF_RECORDS_MAX;
        while (proved < next && state.nextOffset() < most && peek() != null) {
            apply();
        }
        return proved >= next && next > 0 ? proved - 1 : -1;
    }

    /** First offset after the last accepted TICK; 0 for none. */
    long tickedBelow() {
        return ticks;
    }

    /** The state as of the last applied record. */
    State state() {
        return state;
    }

    /** The last applied record; null before the first. */
    LastRecord last() {
        return last;
    }
}
