package dev.hotlane.processor.lead;

import dev.hotlane.processor.state.DivergenceException;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a TICK in the reigning leader's name that contradicts this process' state. It has no effect on the
 * state. The leader can tell: it appended the TICK or it did not. A follower can't: it waits for the leader's next TICK.
 * If that one agrees, the other was not the leader's. A leader that really differs contradicts ten times a second: after
 * three in a row this process must not lead, and if they go on for a second it ends. Behind a leader that is dead only an
 * operator can say that they were not its words: by a SKIP of the last one. Owned by the state thread.
 */
final class Doubt {
    private static final Logger log = LoggerFactory.getLogger(Doubt.class);

    /** One or two may be anybody's. */
    private static final int IN_A_ROW = 3;

    /** In a second a leader that is alive sends ten TICKs: one that agrees would have come. */
    private static final long ENDS_AFTER_NANOS = 1_000_000_000;

    private final OwnRecords own;
    private final Clocks clocks;
    private final RecordView view = new RecordView();
    private DivergenceException last;
    private long lastOffset = -1;
    private int inARow;
    private long sinceNanos;
    private long count;

    Doubt(OwnRecords own, Clocks clocks) {
        this.own = own;
        this.clocks = clocks;
    }

    /**
     * A TICK in the reigning leader's name was applied that contradicts this process' state.
     *
     * @param ours this process appended it
     * @throws DivergenceException if this process must end: it leads and the TICK is its own, or it follows and no TICK
     *     has agreed for a second
     */
    void contradicted(boolean leads, boolean ours, long offset, DivergenceException why) {
        if (leads && ours) {
            throw why;
        } else if (leads) {
            own.foreign("TICK", offset, "It has no effect");
        } else {
            follow(offset, why);
        }
    }

    private void follow(long offset, DivergenceException why) {
        long now = clocks.nanos().getAsLong();
        if (inARow == 0) {
            sinceNanos = now;
        }
        last = why;
        lastOffset = offset;
        inARow++;
        count++;
        if (Long.bitCount(count) == 1) {
            log.warn("{} TICKs in the leader's name were not followed: {}", count, why.difference());
        }
        if (inARow >= IN_A_ROW && now - sinceNanos >= ENDS_AFTER_NANOS) {
            throw why;
        }
    }

    /** A TICK of the reigning leader agrees. */
    void end() {
        inARow = 0;
    }

    /**
     * A SKIP, or a record that was stepped over because of one. Of the last TICK in a row it settles the doubt, be it void
     * for the state because a TICK says that a leader got past it: anybody can have written that one, too.
     *
     * @param steppedOver whether it is the record that was stepped over
     */
    void skipped(boolean steppedOver, byte[] value) {
        RecordKind kind = view.wrap(null, value);
        boolean names = kind == RecordKind.SKIP && view.skippedOffset() == lastOffset;
        if (steppedOver ? kind == RecordKind.TICK : names) {
            end();
        }
    }

    /**
     * Whether this process may not stand now.
     *
     * @param silence whether no leader wrote a record for the time after which this process takes over
     * @throws DivergenceException if it would take over, and the last three words of a leader contradict its state
     */
    boolean holdsBack(boolean silence) {
        boolean differs = inARow >= IN_A_ROW;
        if (differs && silence) {
            throw last;
        }
        return differs;
    }
}
