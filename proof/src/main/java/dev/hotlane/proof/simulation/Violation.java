package dev.hotlane.proof.simulation;

import java.util.function.Supplier;

/** A broken invariant of docs/reliability.md. Unwinds the simulation; the product must not catch it. */
public final class Violation extends Error {
    private static final long serialVersionUID = 1;

    private final String invariant;

    Violation(String invariant, String what, Throwable cause) {
        super(invariant + ": " + what, cause);
        this.invariant = invariant;
    }

    /** Its number on that page, such as "I3". */
    public String invariant() {
        return invariant;
    }

    static void require(boolean holds, String invariant, Supplier<String> otherwise) {
        if (!holds) {
            throw new Violation(invariant, otherwise.get(), null);
        }
    }
}
