package dev.hotlane.processor.lead;

import java.security.SecureRandom;

/**
 * One start of one process: 128 random bits, never both halves 0.
 *
 * @param hi first half
 * @param lo second half
 */
public record Incarnation(long hi, long lo) {
    public Incarnation {
        if (hi == 0 && lo == 0) {
            throw new IllegalArgumentException("an incarnation of zeros means no process");
        }
    }

    /** A new incarnation. */
    public static Incarnation random() {
        SecureRandom random = new SecureRandom();
        return new Incarnation(random.nextLong() | 1, random.nextLong());
    }

    @Override
    public String toString() {
        return String.format("%016x%016x", hi, lo);
    }
}
