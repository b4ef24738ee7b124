package dev.hotlane.infra.repair;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.log.SkippedGaps;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.SkipScan;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The leader that reigns just before an offset, by a replay from the checkpoint: only the state decides which LEAD,
 * TICK and RESIGN takes effect. One thread.
 */
final class ReigningLeader {
    private final State state;
    private final Effects effects = new Effects();

    private ReigningLeader(State state) {
        this.state = state;
    }

    /**
     * Replays the records below {@code offset}, stepping over those that a SKIP below it names. A process that led there
     * had the same view: it ended at a later SKIP, or began after it.
     *
     * @param state as of the checkpoint
     * @return null if no process leads
     * @throws RepairException if the replay ends before it, at a gap or at a record that can't be applied
     */
    static Incarnation before(long offset, State state, TopicLog log) {
        long from = state.nextOffset();
        SkipScan scan = new SkipScan(from);
        log.read(from, offset, record -> scan.see(record.offset(), record.key(), record.value()));
        state.quarantine(scan.offsets());
        SkippedGaps gaps = new SkippedGaps(scan.offsets());
        ReigningLeader replay = new ReigningLeader(state);
        log.read(from, offset, record -> replay.apply(gaps.close(state.nextOffset(), List.of(record))));
        return replay.leader();
    }

    private void apply(List<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                state.apply(record.offset(), record.timestamp(), record.key(), record.value(), effects);
            } catch (RuntimeException e) {
                throw new RepairException("a replay ends at offset " + record.offset() + ": " + e);
            }
        }
    }

    private Incarnation leader() {
        Meta meta = new Meta();
        state.describe(meta);
        boolean vacant = meta.leaderHi == 0 && meta.leaderLo == 0;
        return vacant ? null : new Incarnation(meta.leaderHi, meta.leaderLo);
    }
}
