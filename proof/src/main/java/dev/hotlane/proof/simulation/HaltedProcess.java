package dev.hotlane.proof.simulation;

import dev.hotlane.processor.halt.HaltReason;

/** Unwinds a processor that halted; only the simulation may catch it. */
final class HaltedProcess extends Error {
    private static final long serialVersionUID = 1;

    private final transient HaltReason refusal;

    HaltedProcess(HaltReason refusal) {
        super(null, null, false, false);
        this.refusal = refusal;
    }

    static void raise(HaltReason refusal) {
        throw new HaltedProcess(refusal);
    }

    HaltReason refusal() {
        return refusal;
    }
}
