package dev.hotlane.proof.history.model;

import java.util.List;

/**
 * A reservation at one moment. Immutable.
 *
 * @param id as it was first written
 * @param sequence of the record that made it
 * @param resolvedAt log time, 0 while it is held
 * @param resolvedSequence of the record that resolved it, 0 while it is held
 */
public record Hold(
        String id,
        String owner,
        State state,
        long sequence,
        long createdAt,
        long expiresAt,
        long resolvedAt,
        long resolvedSequence,
        List<Line> lines) {

    /** What can have become of it. */
    public enum State {
        /** Open. */
        HELD,
        /** Kept, all or in part. */
        CONFIRMED,
        /** Given back. */
        CANCELLED,
        /** Given back, as its time was over. */
        EXPIRED
    }

    /**
     * Units of one key.
     *
     * @param quantity above 0 of stock that is held, below of a limit that is used
     * @param remaining the counter just after this line when it was made
     * @param confirmed what was kept, with the sign of quantity
     * @param made whether there was no such counter before
     */
    public record Line(String key, long quantity, long remaining, long confirmed, boolean made) {
        /** Whether it counts against a limit, rather than holding stock. */
        public boolean isLimit() {
            return quantity < 0;
        }

        Line keeping(long kept) {
            return new Line(key, quantity, remaining, kept, made);
        }
    }

    Hold until(long newExpiresAt) {
        return new Hold(id, owner, state, sequence, createdAt, newExpiresAt, 0, 0, lines);
    }

    Hold resolved(State how, long at, long bySequence, List<Line> settled) {
        return new Hold(id, owner, how, sequence, createdAt, expiresAt, at, bySequence, settled);
    }

    /** Whether somebody may still change it. */
    boolean isOpen() {
        return state == State.HELD;
    }
}
