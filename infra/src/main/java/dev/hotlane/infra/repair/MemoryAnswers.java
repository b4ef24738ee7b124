package dev.hotlane.infra.repair;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.repair.LeaderTrail.Leader;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a leader may have answered a record in memory, which leaves nothing in the reply topic. The proof that it did
 * not is a HALTED record of the leader at or before the record. One thread.
 */
public final class MemoryAnswers {
    private final TopicLog log;
    private final Meta cut;
    private final long[] skipped;

    /**
     * @param cut the checkpoint
     * @param skipped offsets that a replay from the checkpoint steps over, ascending
     */
    public MemoryAnswers(TopicLog log, Meta cut, long[] skipped) {
        this.log = log;
        this.cut = cut;
        this.skipped = skipped.clone();
    }

    /**
     * The leader that may have answered the record at {@code offset}, as a sentence; empty if none may.
     *
     * @param end end of the log
     * @param halts the offset of the HALTED record of each leader that sent one
     */
    public Optional<String> of(long offset, long end, Map<Incarnation, Long> halts) {
        LeaderTrail trail = new LeaderTrail(cut);
        log.read(cut.nextOffset, end, record -> {
            if (Arrays.binarySearch(skipped, record.offset()) < 0) {
                trail.see(record.offset(), record.value());
            }
        });
        return trail.applying(offset).stream()
                .filter(leader -> halts.getOrDefault(leader.incarnation(), Long.MAX_VALUE) > offset)
                .filter(this::answersInMemory)
                .findFirst()
                .map(leader -> "leader " + leader.incarnation()
                        + " answers the gateway of its node in memory, and the reply topic has no record that it halted"
                        + " at or before offset " + offset);
    }

    private boolean answersInMemory(Leader leader) {
        return leader.lead() < 0 ? ledInMemory(leader.incarnation()) : leader.inMemory();
    }

    /** Reads the log before the checkpoint for a LEAD; true if it is not there any more. */
    private boolean ledInMemory(Incarnation leader) {
        RecordView view = new RecordView();
        boolean[] said = new boolean[2];
        log.read(log.startOffset(), cut.nextOffset, record -> {
            if (RecordView.mayBe(RecordKind.LEAD, record.value())
                    && view.wrap(record.key(), record.value()) == RecordKind.LEAD
                    && leader.equals(
                            new Incarnation(view.lead().leaderHi(), view.lead().leaderLo()))) {
                said[0] = true;
                said[1] |= view.lead().inMemory() != 0;
            }
        });
        return !said[0] || said[1];
    }
}
