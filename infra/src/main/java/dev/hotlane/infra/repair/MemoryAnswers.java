package dev.hotlane.infra.repair;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.sbe.LeadDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a leader may have answered a record in memory, which leaves nothing in the reply topic. The proof that it did
 * not is a HALTED record of the leader at or before the record. One thread.
 *
 * <p>Every LEAD that says `in memory` counts as a leader's unless the state proves the opposite. Before the record a
 * replay decides which leader reigns. Behind it no replay can decide, as the effect of the record is not known.
 */
public final class MemoryAnswers {
    private static final Logger log = LoggerFactory.getLogger(MemoryAnswers.class);

    private final TopicLog commands;
    private final Meta cut;
    private final Supplier<State> checkpoint;
    private final RecordView view = new RecordView();

    /**
     * @param cut the checkpoint
     * @param checkpoint loads the state as of the checkpoint; called at most once, if a replay must decide
     */
    public MemoryAnswers(TopicLog commands, Meta cut, Supplier<State> checkpoint) {
        this.commands = commands;
        this.cut = cut;
        this.checkpoint = checkpoint;
    }

    /**
     * A leader by its LEAD, accepted or not.
     *
     * @param offset of the LEAD, -1 if it led at the checkpoint already
     * @param inMemory what the LEAD says; true if it is not in the part read
     */
    private record Lead(Incarnation leader, long offset, boolean inMemory) {}

    /**
     * The leader that may have answered the record at {@code offset}, as a sentence; empty if none may.
     *
     * @param end end of the log
     * @param halts the offset of the HALTED record of each process that sent one
     */
    public Optional<String> of(long offset, long end, Map<Incarnation, Long> halts) {
        List<Lead> unproved = leads(end).stream()
                .filter(lead -> halts.getOrDefault(lead.leader(), Long.MAX_VALUE) > offset)
                .filter(this::answersInMemory)
                .toList();
        return maybeApplying(offset, unproved).stream()
                .findFirst()
                .map(lead -> "leader " + lead.leader()
                        + " answers the gateway of its node in memory, and the reply topic has no record that it halted"
                        + " at or before offset " + offset);
    }

    private List<Lead> leads(long end) {
        List<Lead> leads = new ArrayList<>();
        if (cut.leaderHi != 0 || cut.leaderLo != 0) {
            leads.add(new Lead(new Incarnation(cut.leaderHi, cut.leaderLo), -1, true));
        }
        commands.read(cut.nextOffset, end, record -> {
            if (isLead(record.value()) && namesAProcess(view.lead())) {
                leads.add(new Lead(
                        leader(view.lead()), record.offset(), view.lead().inMemory() != 0));
            }
        });
        return leads;
    }

    private boolean isLead(byte[] value) {
        return RecordView.mayBe(RecordKind.LEAD, value) && view.wrap(null, value) == RecordKind.LEAD;
    }

    private static boolean namesAProcess(LeadDecoder lead) {
        return lead.leaderHi() != 0 || lead.leaderLo() != 0;
    }

    private static Incarnation leader(LeadDecoder lead) {
        return new Incarnation(lead.leaderHi(), lead.leaderLo());
    }

    private boolean answersInMemory(Lead lead) {
        return lead.offset() < 0 ? ledInMemory(lead.leader()) : lead.inMemory();
    }

    /** Reads the log before the checkpoint for a LEAD; true if it is not there any more. */
    private boolean ledInMemory(Incarnation leader) {
        boolean[] said = new boolean[2];
        commands.read(commands.startOffset(), cut.nextOffset, record -> {
            if (isLead(record.value()) && namesAProcess(view.lead()) && leader.equals(leader(view.lead()))) {
                said[0] = true;
                said[1] |= view.lead().inMemory() != 0;
            }
        });
        return !said[0] || said[1];
    }

    /** Those of them that may have applied the record at this offset while they led. */
    private List<Lead> maybeApplying(long offset, List<Lead> leads) {
        if (leads.stream().noneMatch(lead -> lead.offset() < offset)) {
            return leads;
        }
        Incarnation reigning;
        try {
            reigning = ReigningLeader.before(offset, checkpoint.get(), commands);
        } catch (RepairException e) {
            log.warn("{}, so every LEAD before offset {} counts", e.getMessage(), offset);
            return leads;
        }
        return leads.stream()
                .filter(lead -> lead.offset() >= offset || lead.leader().equals(reigning))
                .toList();
    }
}
