package dev.hotlane.proof.simulation;

/** Unwinds a thread of a process that ended while the thread waited; only the simulation may catch it. */
final class EndedProcess extends Error {
    private static final long serialVersionUID = 1;

    EndedProcess() {
        super(null, null, false, false);
    }
}
