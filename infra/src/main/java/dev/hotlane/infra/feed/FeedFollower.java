package dev.hotlane.infra.feed;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.RecordsAhead;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.LateSkipException;
import dev.hotlane.processor.state.State;
import dev.hotlane.processor.state.UnknownRulesException;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.feed.FeedProgress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Applies the log to a state of its own and collects cuts. A cut ends at a TICK of the leader; it is proved once a later
 * TICK that takes effect names its digest. That is the next one, unless the leader is behind the log's end: then a TICK names
 * the last that the leader had applied. Owned by the feed's thread.
 */
final class FeedFollower {
    private final State state;
    private final FeedScope scope;
    private final Identity log;
    private final SequenceChanges changes;
    private final FeedDoubt doubt = new FeedDoubt();
    private final Meta meta = new Meta();
    private final RecordView view = new RecordView();
    private final ArrayDeque<FeedCut> waiting = new ArrayDeque<>();
    private final ArrayDeque<FeedCut> proved = new ArrayDeque<>();
    private final TreeMap<Long, Long> digests = new TreeMap<>();
    private final long base;
    private final long first;
    private FeedCut open = new FeedCut();
    private long published = Long.MIN_VALUE;
    private long named = Long.MIN_VALUE;
    private long provedRecords;
    private boolean capture;
    private LastRecord last;

    /**
     * @param state the first record that it gets is that of its next offset
     * @param log the topic of the records
     * @param last the record before, for state files
     */
    FeedFollower(State state, Identity log, LastRecord last, FeedScope scope) {
        this.state = state;
        this.log = log;
        this.last = last;
        this.scope = scope;
        changes = new SequenceChanges(scope);
        state.describe(meta);
        base = meta.sequenceBase;
        first = base + state.nextOffset();
        if (meta.lastTick >= 0) {
            digests.put(base + meta.lastTick, meta.lastTickDigest);
        }
    }

    /** The log has SKIPs of these offsets, ascending, which the state steps over. Before the first record. */
    FeedFollower knowing(long[] skips) {
        if (skips.length > 0) {
            doubt.skipsUpTo(skips[skips.length - 1]);
        }
        return this;
    }

    /** Applies the next records, as {@link #apply(ConsumerRecord)} does; the memory of several is fetched together. */
    void apply(List<ConsumerRecord<byte[], byte[]>> records) {
        int fetched = 0;
        for (int i = 0; i < records.size(); i++) {
            if (i == fetched) {
                fetched += RecordsAhead.fetch(state, records.listIterator(i));
            }
            apply(records.get(i));
        }
    }

    /** Applies the next record. Throws HaltReason if the feed must end, LateSkipException if it must load again. */
    void apply(ConsumerRecord<byte[], byte[]> record) {
        long offset = record.offset();
        if (offset != state.nextOffset()) {
            throw new HaltReason(
                    ExitCode.OFFSET_GAP,
                    "after offset " + (state.nextOffset() - 1) + " of the command topic came " + offset
                            + ": offsets must be dense, see the runbook of OFFSET_GAP");
        }
        Effects effects = changes.effects();
        try {
            state.apply(offset, record.timestamp(), record.key(), record.value(), effects);
        } catch (LateSkipException e) {
            throw e;
        } catch (UnknownRulesException e) {
            throw new HaltReason(ExitCode.UNKNOWN_RULES, e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new HaltReason(
                    ExitCode.STAGE_FAILED,
                    "the feed failed at offset " + offset + ": " + e + "; nothing of that offset was published. If it"
                            + " fails there again, keep the log, report the fault, and see `hotlane skip`",
                    e);
        }
        last = new LastRecord(
                record.leaderEpoch().orElse(-1), record.timestamp(), Frame.storedChecksum(record.value()));
        open.records++;
        long sequence = base + offset;
        if (sequence > published) {
            changes.addTo(open, sequence, state.logTime(), record.key(), record.value());
        }
        RecordKind kind = effects.kind();
        if (kind == RecordKind.TICK) {
            tick(sequence, record, effects.accepted());
        } else if (kind == RecordKind.SKIP) {
            doubt.skipped(effects.accepted(), record.value());
        }
    }

    private void tick(long sequence, ConsumerRecord<byte[], byte[]> record, boolean accepted) {
        view.wrap(record.key(), record.value());
        long previous = view.tick().previousTick();
        named = previous < record.offset() ? Math.max(named, base + previous) : named;
        if (state.contradiction() != null) {
            doubt.contradicted(record.offset(), record.timestamp(), state.contradiction());
        }
        if (!accepted) {
            return;
        }
        doubt.end();
        prove(base + previous, view.tick().previousDigest());
        state.describe(meta);
        open.end(sequence, state.logTime(), meta.lastTickDigest);
        digests.put(sequence, meta.lastTickDigest);
        if (capture && waiting.stream().allMatch(cut -> cut.table == null)) {
            open.table = scope.table(state);
        }
        waiting.add(open);
        open = new FeedCut();
    }

    /** A TICK names that one, and its digest: all cuts up to it are one that is proved. */
    private void prove(long tick, long digest) {
        if (waiting.stream().noneMatch(cut -> cut.upTo == tick && cut.digest == digest)) {
            return;
        }
        FeedCut cut = waiting.remove();
        while (cut.upTo < tick) {
            cut.join(waiting.remove());
        }
        if (capture && cut.table == null) {
            return;
        }
        capture = false;
        if (cut.upTo > published) {
            // It has them if the position moved while they were collected, and a SKIP took out the TICK that proved the
            // position.
            cut.changes.removeIf(change -> change.seq() <= published);
            proved.add(cut);
            provedRecords += cut.records;
        }
    }

    /** The next proved cut will have all counters: for a gap. What was collected until then is dropped. */
    void capture() {
        capture = true;
        proved.clear();
        provedRecords = 0;
        waiting.clear();
        open = new FeedCut();
    }

    /** Everything up to that sequence is published: drops it. */
    void published(long upTo) {
        published = Math.max(published, upTo);
        while (!proved.isEmpty() && proved.peek().upTo <= published) {
            provedRecords -= proved.remove().records;
        }
        if (!proved.isEmpty()) {
            proved.peek().changes.removeIf(change -> change.seq() <= published);
        }
        while (!waiting.isEmpty() && waiting.peek().upTo <= published) {
            waiting.remove();
        }
        digests.headMap(upTo).clear();
    }

    /** Takes the next proved cuts, of at most that many records together unless the first alone has more; null for none. */
    FeedCut take(int recordsMax) {
        FeedCut cut = proved.poll();
        if (cut == null) {
            return null;
        }
        provedRecords -= cut.records;
        while (cut.table == null
                && !proved.isEmpty()
                && proved.peek().table == null
                && cut.records + proved.peek().records <= recordsMax) {
            FeedCut next = proved.remove();
            provedRecords -= next.records;
            cut.join(next);
        }
        return cut;
    }

    /** Gives back a cut that may not have been published: {@link #published} drops what was. */
    void giveBack(FeedCut cut) {
        proved.addFirst(cut);
        provedRecords += cut.records;
    }

    /** Whether its state had that digest after the TICK of that sequence; false also if no TICK took effect there. */
    boolean agrees(long sequence, long digest) {
        return digests.getOrDefault(sequence, ~digest) == digest;
    }

    /** Whether its records continue that position, null for none: same log, and nothing between them. */
    boolean continues(FeedProgress position) {
        if (position == null) {
            return first == 0;
        }
        return log.topicId().equals(position.topic()) && base == position.base() && first <= position.upTo() + 1;
    }

    /** Whether the state that it began with had the record of that offset. */
    boolean beganWith(long offset) {
        return base + offset < first;
    }

    /**
     * Whether a TICK named that sequence or a later one: no SKIP behind it takes out what was before. That of any process
     * counts, as a state that differs may have another leader.
     */
    boolean hasProofOf(long sequence) {
        return named >= sequence;
    }

    /** Records of proved cuts that are not published. */
    long provedRecords() {
        return provedRecords;
    }

    /** Sequence of the first record that it applied, or will. */
    long first() {
        return first;
    }

    /** Sequence of the next record. */
    long next() {
        return base + state.nextOffset();
    }

    /** Added to an offset, gives the sequence. */
    long base() {
        return base;
    }

    /** The topic of the records. */
    Identity log() {
        return log;
    }

    /** The state as of the last record. */
    State state() {
        return state;
    }

    /** The last record. */
    LastRecord last() {
        return last;
    }
}
