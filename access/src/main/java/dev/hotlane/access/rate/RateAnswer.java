package dev.hotlane.access.rate;

/** What {@link PrincipalRate#begin} answers. */
public enum RateAnswer {
    /** The call goes on; its unit came from what all calls share. */
    SHARED,
    /** The call goes on; its unit came from the fifth that is kept for calls that end reservations. */
    KEPT,
    /** Refused: too many calls per second. */
    TOO_FAST,
    /** Refused: too many calls without an answer. */
    TOO_MANY;

    /** Whether the call goes on. */
    public boolean isIn() {
        return this == SHARED || this == KEPT;
    }
}
