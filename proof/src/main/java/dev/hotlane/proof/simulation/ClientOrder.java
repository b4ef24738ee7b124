package dev.hotlane.proof.simulation;

/**
 * A client wants something.
 *
 * @param step of the simulation
 * @param what it wants
 * @param pick chooses keys, amounts and targets
 */
public record ClientOrder(int step, Kind what, long pick) {

    /** What a client can want. */
    public enum Kind {
        RESTOCK,
        BUY,
        BUY_PAIR,
        RESERVE,
        CONFIRM,
        CANCEL,
        EXTEND,
        COUNT,
        SET,
        REMOVE,
        TAKE,
        READ_COUNTERS,
        READ_HOLD,
        READ_COMMAND,
        REUSE_ID
    }

    @Override
    public String toString() {
        return "step " + step + ": " + what;
    }
}
