package dev.hotlane.proof.simulation;

import dev.hotlane.gateway.view.ViewCut;
import dev.hotlane.proof.model.LogEntry;

/**
 * Kafka loses the newest records of the log, answered ones among them, and both processors end. Only records behind
 * MySQL's offset, the last LEAD and the last SKIP are lost: then the lane goes on by itself. Gateways append nothing until
 * the next LEAD is in the log: a view whose W lies below that LEAD can't see the loss. For lanes without nodes.
 */
final class LostTail {
    private static final long NONE = Long.MAX_VALUE;

    private final World world;
    private long from = NONE;
    private long epoch;

    LostTail(World world) {
        this.world = world;
    }

    /** Loses up to that number of records. */
    void happen(int most) {
        long least = Math.max(1, world.invariants.flushedEver());
        for (long offset = least; offset < world.log.end(); offset++) {
            LogEntry said = world.truth.record(offset).said();
            if (said instanceof LogEntry.Lead || said instanceof LogEntry.Skip) {
                least = offset + 1;
            }
        }
        long first = Math.max(least, world.log.end() - most);
        if (from != NONE || first >= world.log.end() || world.truth.epoch() == 0) {
            return;
        }
        world.tally.count("records lost by Kafka", world.log.end() - first);
        world.tally.count("answers lost by Kafka", world.views.checks.lost(first));
        from = first;
        epoch = world.truth.epoch();
        for (SimProcessor place : world.processors) {
            place.killed();
        }
        world.dropOrphans();
        world.mysql.stop();
        world.mysql.start();
        for (long offset = first; offset < world.log.end(); offset++) {
            SimAttempt attempt = world.truth.record(offset).attempt();
            if (attempt != null) {
                attempt.lost = true;
            }
        }
        world.log.truncate((int) first);
        world.truth.truncate(first);
        world.invariants.truncate(first);
        world.clients.forgetFrom(first);
    }

    /**
     * Whether a view that stands there includes lost records. The next leader's packs have a greater epoch, and a
     * checkpoint of that time names no LEAD.
     */
    boolean isIn(ViewCut cut) {
        return cut.to() >= from && cut.epoch() == epoch && cut.leadSequence() != ViewCut.UNKNOWN;
    }

    /** Whether no LEAD has followed the loss yet. */
    boolean awaitsLead() {
        return from != NONE && world.truth.epoch() == epoch;
    }

    /** First offset that was lost. */
    long from() {
        return from;
    }
}
