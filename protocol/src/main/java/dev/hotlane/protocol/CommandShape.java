package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.CommandKind;

/** The parts besides ops that a command of each kind may and must have, for the writer and the reader. Any thread. */
public final class CommandShape {
    /** Longest owner of a hold, in bytes. */
    public static final int OWNER_LENGTH_MAX = Op.KEY_LENGTH_MAX;

    /** Longest trace context in bytes, the maximum of its length byte. */
    public static final int TRACEPARENT_LENGTH_MAX = 254;

    private CommandShape() {}

    /**
     * Whether a command of this kind (1..5) may have this hold, TTL and number of ops. {@code lineCount} of the ops are
     * lines of a partial confirm. RULES may allow less.
     */
    public static boolean fits(int kind, boolean hold, long ttlMs, int opCount, int lineCount) {
        boolean lives = ttlMs > 0;
        boolean plain = !hold && ttlMs == 0 && opCount == 0;
        return switch (CommandKind.get((short) kind)) {
            case TRANSACT ->
                opCount >= 1 && opCount <= CommandView.OPS_MAX && lineCount == 0 && (hold ? lives : ttlMs == 0);
            case CONFIRM -> !hold && ttlMs == 0 && opCount <= CommandView.OPS_MAX && lineCount == opCount;
            case EXTEND -> !hold && lives && opCount == 0;
            case CANCEL, ABANDON -> plain;
            case NULL_VAL -> false;
        };
    }

    /** Whether a command of this kind may have a target, an owner and a trace context of these lengths. */
    public static boolean namesFit(int kind, boolean hold, int targetLength, int ownerLength, int traceparentLength) {
        boolean transact = kind == CommandKind.TRANSACT.value();
        boolean ofHold = hold || !transact && kind != CommandKind.ABANDON.value();
        return (transact ? targetLength == 0 : targetLength >= 1 && targetLength <= CommandId.LENGTH_MAX)
                && ownerLength <= (ofHold ? OWNER_LENGTH_MAX : 0)
                && traceparentLength <= TRACEPARENT_LENGTH_MAX;
    }
}
