package dev.hotlane.proof.simulation;

import dev.hotlane.processor.halt.Refusal;

/** Unwinds a processor that halted; nobody but the simulation catches it. */
final class Ended extends Error {
    private static final long serialVersionUID = 1;

    private final transient Refusal refusal;

    Ended(Refusal refusal) {
        super(null, null, false, false);
        this.refusal = refusal;
    }

    static void raise(Refusal refusal) {
        throw new Ended(refusal);
    }

    Refusal refusal() {
        return refusal;
    }
}
