package dev.hotlane.infra.repair;

import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.sbe.LeadDecoder;
import dev.hotlane.protocol.sbe.ResignDecoder;
import dev.hotlane.protocol.sbe.TickDecoder;
import java.util.ArrayList;
import java.util.List;

/**
 * The leaders of a part of the log, by the rules of the state: a LEAD counts if its epoch is the next one and it names
 * the newest TICK. A TICK counts unless it names a previous one that is not in the log. One thread.
 */
final class LeaderTrail {
    private final RecordView view = new RecordView();
    private final List<Leader> leaders = new ArrayList<>();
    private long epoch;
    private long lastTick;
    private Leader reigning;

    /**
     * A leader.
     *
     * @param lead offset of its LEAD, -1 if it led at the checkpoint already
     * @param until offset of the record that ended its leadership, {@link Long#MAX_VALUE} if none did
     * @param inMemory what its LEAD says; true if that is not in the part read
     */
    record Leader(Incarnation incarnation, long lead, long until, boolean inMemory) {
        private Leader endedAt(long offset) {
            return new Leader(incarnation, lead, offset, inMemory);
        }
    }

    /** @param cut the checkpoint; the log is to be read from its offset on */
    LeaderTrail(Meta cut) {
        epoch = cut.epoch;
        lastTick = cut.lastTick;
        if (cut.leaderHi != 0 || cut.leaderLo != 0) {
            reigning = new Leader(new Incarnation(cut.leaderHi, cut.leaderLo), -1, Long.MAX_VALUE, true);
        }
    }

    /** The next record of the log that no SKIP steps over. */
    void see(long offset, byte[] value) {
        if (RecordView.mayBe(RecordKind.LEAD, value) && view.wrap(null, value) == RecordKind.LEAD) {
            lead(offset, view.lead());
        } else if (RecordView.mayBe(RecordKind.TICK, value) && view.wrap(null, value) == RecordKind.TICK) {
            tick(offset, view.tick());
        } else if (RecordView.mayBe(RecordKind.RESIGN, value) && view.wrap(null, value) == RecordKind.RESIGN) {
            resign(offset, view.resign());
        }
    }

    private void lead(long offset, LeadDecoder lead) {
        Incarnation incarnation = new Incarnation(lead.leaderHi(), lead.leaderLo());
        boolean none = incarnation.hi() == 0 && incarnation.lo() == 0;
        if (!none && lead.epoch() == epoch + 1 && lead.lastTick() == lastTick) {
            end(offset);
            epoch = lead.epoch();
            reigning = new Leader(incarnation, offset, Long.MAX_VALUE, lead.inMemory() != 0);
        }
    }

    private void tick(long offset, TickDecoder tick) {
        boolean past = tick.applied() <= offset && tick.replied() <= offset && tick.flushed() <= offset;
        boolean contradicts = tick.previousTick() > lastTick;
        if (past && !contradicts && reigns(tick.epoch(), tick.leaderHi(), tick.leaderLo())) {
            lastTick = offset;
        }
    }

    private void resign(long offset, ResignDecoder resign) {
        if (reigns(resign.epoch(), resign.leaderHi(), resign.leaderLo())) {
            end(offset);
        }
    }

    private boolean reigns(long of, long hi, long lo) {
        return reigning != null && of == epoch && reigning.incarnation.equals(new Incarnation(hi, lo));
    }

    private void end(long offset) {
        if (reigning != null) {
            leaders.add(reigning.endedAt(offset));
            reigning = null;
        }
    }

    /** The leaders that may have applied the record at this offset while they led. */
    List<Leader> applying(long offset) {
        List<Leader> all = new ArrayList<>(leaders);
        if (reigning != null) {
            all.add(reigning);
        }
        return all.stream().filter(leader -> leader.until() > offset).toList();
    }
}
