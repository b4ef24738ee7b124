package dev.hotlane.gateway.changes;

/**
 * Whether a stream can begin.
 *
 * @param state what hinders it, or that nothing does
 * @param tail greatest sequence that a client may have; -1 if it is not known
 */
public record ChangesAnswer(State state, long tail) {

    /** What hinders a stream. */
    public enum State {
        /** Nothing: what the client has is reached. */
        REACHED,
        /** The client has more than the feed published. */
        FUTURE,
        /** The lane has no topics of a feed. */
        NO_TOPICS,
        /** The topics can't be read now. */
        AWAY
    }
}
