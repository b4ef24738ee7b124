package dev.hotlane.infra.past;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.past.PastException.Reason;
import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.checkpoint.StateSave;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RulesCodec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Replays a part of a log into two states: one gets the records as they are, the other as they would have been under
 * other rules. What callers would have done otherwise is not modelled. Blocking; one thread, which applies the records as
 * they are, and a second one inside, which applies the others.
 */
public final class WhatIf implements AutoCloseable {
    private final LogSpan log;
    private final SnapshotShelf shelf;
    private final Progress progress;
    private final WhatIfColumn was = new WhatIfColumn();
    private AssumedConfirms assumed;

    /** What-ifs on that lane's log, whose end is that of now. */
    public WhatIf(KafkaConnection kafka, String lane, List<Path> snapshots, Consumer<String> notes) {
        this(LogSpan.of(kafka, lane), TopicAdmin.identity(kafka, lane), snapshots, notes);
    }

    WhatIf(LogSpan log, Identity identity, List<Path> snapshots, Consumer<String> notes) {
        this.log = log;
        progress = new Progress(notes);
        shelf = new SnapshotShelf(snapshots, identity, notes);
    }

    /**
     * Before {@link #run}: counts how many of the range's reservations were confirmed, and assumes as many of the new ones.
     * Costs one more replay.
     */
    public WhatIf assumeConfirms(PastRange range) {
        AssumedConfirms observed = new AssumedConfirms();
        long end = range.endOffset(shelf, log);
        PastReplay replay = replay(range);
        ConsumerRecord<byte[], byte[]> next = replay.peek();
        while (next != null && next.offset() < end && !isPast(range, replay.state(), next)) {
            observed.observe(replay.apply());
            progress.at(next.offset(), end);
            next = replay.peek();
        }
        return assume(observed);
    }

    /** Before {@link #run}: assumes confirms at that rate. */
    WhatIf assume(AssumedConfirms rate) {
        assumed = rate;
        return this;
    }

    /** At the range's first record. */
    private PastReplay replay(PastRange range) {
        long first = range.firstOffset(shelf, log);
        PastStart start = shelf.before(first, range.fromTime() ? range.from() - 1 : Long.MAX_VALUE, log);
        PastReplay replay = new PastReplay(log, start.state(), start.last(), null);
        skipTo(replay, range);
        return replay;
    }

    /** Runs it once. */
    public WhatIfReport run(PastRange range, OtherRules changes) {
        long end = range.endOffset(shelf, log);
        PastReplay replay = replay(range);
        State real = replay.state();
        State other = copy(real, changes);
        Meta meta = new Meta();
        real.describe(meta);
        long base = meta.sequenceBase;
        long firstSequence = base + meta.nextOffset;
        RecordRewrite rewrite = new RecordRewrite(changes, other, firstSequence, assumed);
        try (OtherLane would = new OtherLane(other, rewrite, base)) {
            ConsumerRecord<byte[], byte[]> next = replay.peek();
            while (next != null && next.offset() < end && !isPast(range, real, next)) {
                Effects effects = replay.apply();
                was.follow(next, effects, real.logTime());
                would.next(next, log.skips(), effects, was);
                progress.at(next.offset(), end);
                next = replay.peek();
            }
            range.requireOver(next != null);
            would.end();
            was.end(real);
            real.describe(meta);
            long proved = replay.prove(meta.nextOffset);
            return new WhatIfReport(
                    firstSequence,
                    base + meta.nextOffset - 1,
                    meta.logTime,
                    meta.digest,
                    proved < 0 ? -1 : base + proved,
                    was,
                    would,
                    assumed);
        }
    }

    private static boolean isPast(PastRange range, State state, ConsumerRecord<byte[], byte[]> next) {
        return range.toTime()
                && range.to() >= 0
                && state.nextTime().exceeds(range.to(), next.offset(), next.timestamp(), next.key(), next.value());
    }

    /** Replays the records before the range. */
    private void skipTo(PastReplay replay, PastRange range) {
        State state = replay.state();
        Meta meta = new Meta();
        state.describe(meta);
        ConsumerRecord<byte[], byte[]> next = replay.peek();
        while (next != null && range.from() >= 0 && isBefore(range, meta.sequenceBase, state, next)) {
            replay.apply();
            progress.at(next.offset(), log.end());
            next = replay.peek();
        }
    }

    private static boolean isBefore(PastRange range, long base, State state, ConsumerRecord<byte[], byte[]> next) {
        return range.fromTime()
                ? !state.nextTime().exceeds(range.from() - 1, next.offset(), next.timestamp(), next.key(), next.value())
                : base + next.offset() < range.from();
    }

    /** Another state with the same content, but for the counters and rules that the changes name. */
    private static State copy(State real, OtherRules changes) {
        Meta meta = new Meta();
        real.describe(meta);
        if (meta.rules.length == 0) {
            if (!changes.values().isEmpty()) {
                throw new PastException(
                        Reason.QUESTION, "--change: set needs a start after the first rules: give a later --from");
            }
            return real.nextOffset() == 0 ? new State() : loaded(real, changes);
        }
        return loaded(real, changes);
    }

    private static State loaded(State real, OtherRules changes) {
        StateLoad load = new StateLoad();
        List<String> absent = new ArrayList<>();
        for (String key : changes.values().keySet()) {
            real.counterRow(key.getBytes(StandardCharsets.UTF_8), (value, version, held, confirmed) -> {
                if ((version | held | confirmed) == 0) {
                    absent.add(key);
                }
            });
        }
        StateSave.of(real, new Identity("", ""), new LastRecord(-1, 0, 0), new Changed(load, changes, absent));
        load.prove();
        return load.state();
    }

    /** Passes on a checkpoint with other values of counters, and other rules. */
    private record Changed(CheckpointSink out, OtherRules changes, List<String> absent) implements CheckpointSink {
        @Override
        public void meta(Identity identity, long fenceEpoch, Meta cut) {
            Meta other = new Meta().set(cut);
            if (cut.rules.length > 0) {
                other.rules = RulesCodec.encode(changes.changed(cut.rulesInForce()));
            }
            out.meta(identity, fenceEpoch, other);
            long version = Math.max(1, cut.sequenceBase + cut.nextOffset - 1);
            absent.forEach(key -> out.counter(
                    key.getBytes(StandardCharsets.UTF_8), changes.values().get(key), version, 0, 0));
        }

        @Override
        public void counter(byte[] key, long value, long version, long held, long confirmed) {
            Long other =
                    changes.values().isEmpty() ? null : changes.values().get(new String(key, StandardCharsets.UTF_8));
            boolean changed = other != null;
            out.counter(key, changed ? other : value, changed ? Math.max(1, version) : version, held, confirmed);
        }

        @Override
        public void hold(OpenHold hold) {
            out.hold(hold);
        }

        @Override
        public void resolved(long sequence, byte[] source, int offset, int length) {
            out.resolved(sequence, source, offset, length);
        }

        @Override
        public void packed(long sequence, byte[] source, int offset, int length) {
            out.packed(sequence, source, offset, length);
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
