package dev.hotlane.proof.simulation.mysql;

/** Unwinds a process that ends during a statement; only the simulation may catch it. */
public final class ClientDied extends Error {
    private static final long serialVersionUID = 1;

    ClientDied() {
        super("the process ended in the middle of a statement", null, false, false);
    }
}
