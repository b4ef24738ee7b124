package dev.hotlane.proof.simulation;

/**
 * One order of a client.
 *
 * @param step of the simulation
 * @param what the client does
 * @param pick seed for keys, amounts and targets
 */
public record ClientOrder(int step, Kind what, long pick) {

    /** Kinds of orders. */
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
        READ_HOLDS,
        READ_COMMAND,
        REUSE_ID
    }

    @Override
    public String toString() {
        return "step " + step + ": " + what;
    }
}
