package dev.hotlane.access;

/**
 * Limits of each command of a principal, beside those of RULES.
 *
 * @param opsMax most ops, 1..64
 * @param ttlMaxMs longest hold in ms; {@code Long.MAX_VALUE}: RULES alone limit it
 */
public record CommandLimits(int opsMax, long ttlMaxMs) {
    /** Ops of a command unless the file says otherwise. */
    public static final int OPS_MAX = 8;
}
