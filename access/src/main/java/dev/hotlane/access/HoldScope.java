package dev.hotlane.access;

/** Which reservations and commands a verb reaches. The later in this order reaches more. */
public enum HoldScope {
    /** None. */
    NONE,
    /** Those whose owner the call names. */
    OWNER,
    /** All of the principal's tenant. */
    TENANT;

    /** The wider of two. */
    public HoldScope or(HoldScope other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
