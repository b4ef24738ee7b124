package dev.hotlane.processor.lead;

import dev.hotlane.processor.state.DivergenceException;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles a TICK in the reigning leader's name that contradicts this process' state; it has no effect on the state. The
 * leader checks whether it appended the TICK. A follower can't: it waits for the leader's next TICK. If that TICK
 * agrees, the other was not the leader's. A leader that really differs contradicts ten times a second. After three in a
 * row this process must not lead; after a second of them it ends. If the leader is dead, only an operator can settle
 * it: by a SKIP of the last such TICK. Owned by the state thread.
 */
final class Doubt {
    private static final Logger log = LoggerFactory.getLogger(Doubt.class);

    /** One or two may come from any writer. */
    private static final int IN_A_ROW = 3;

    /** A live leader sends ten TICKs in this second: one that agrees would have come. */
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
     * Processes a TICK in the reigning leader's name that contradicts this process' state.
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

    /** A TICK of the reigning leader agrees: the doubt ends. */
    void end() {
        inARow = 0;
    }

    /**
     * Processes a SKIP, or a record that was stepped over because of one. A SKIP of the last contradicting TICK ends
     * the doubt, even if it is void for the state because a later TICK reports that a leader passed it. Any writer may
     * have appended that TICK, too.
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
     * @throws DivergenceException if it would take over, and the leader's last three TICKs contradict its state
     */
    boolean holdsBack(boolean silence) {
        boolean differs = inARow >= IN_A_ROW;
        if (differs && silence) {
            throw last;
        }
        return differs;
    }
}
