package dev.hotlane.gateway.call;

import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;

/** What each verdict means to the caller, in words: the cause, then what can be done. Any thread. */
final class RejectionAdvice {
    private static final String FINAL = " This answer is final for its Idempotency-Key; use a new key to try again.";

    private RejectionAdvice() {}

    /** One or two sentences; {@code writes} tells a command from a read. */
    static String of(Verdict verdict, boolean writes) {
        return switch (verdict) {
            case OK -> throw new IllegalArgumentException("OK is no rejection");
            case MALFORMED ->
                "The processor could not read this as a command; nothing was changed. Compare the"
                        + " versions of gateway and processor.";
            case UNSUPPORTED ->
                "The processor in force does not know this kind of command or op; nothing was changed."
                        + " Leave it out, or upgrade the processors.";
            case ID_REUSED ->
                "The key stands for an earlier command with other content; nothing was changed. Send"
                        + " the same body, or use a new key.";
            case ID_EXPIRED ->
                "Its time is at or before the horizon, so whether it ever ran is no longer known; this"
                        + " attempt changed nothing. Read the counters before trying again with a new key.";
            case ID_IN_FUTURE ->
                "The time inside the UUIDv7 is ahead of serverTime; nothing was changed. Set the"
                        + " clock that makes ids, or use another kind of id.";
            case NOT_FOUND ->
                writes
                        ? "There is nothing of that id." + FINAL
                        : "No outcome of this id is stored up to the given offset: no such command came, or it was"
                                + " refused without being remembered; one under way may still arrive."
                                + " Ask again, or send it again with the same Idempotency-Key.";
            case EXPIRED -> "The hold ran out and what it held was given back." + FINAL;
            case ALREADY_CONFIRMED -> "The hold is confirmed and stays so." + FINAL;
            case ALREADY_CANCELLED -> "The hold is cancelled and stays so." + FINAL;
            case EXCEEDS_HELD -> "More was named than the hold still has." + FINAL;
            default -> cause(verdict) + FINAL;
        };
    }

    /** The same for the op that decided it. */
    static String ofOp(Verdict verdict, Op op) {
        boolean bounded = (op.present() & 1 << ArgName.MAX.value()) != 0;
        if (verdict == Verdict.LIMIT_EXCEEDED && !bounded) {
            return "It would make one more counter than the rules allow; ask the operator to raise countersMax."
                    + FINAL;
        }
        return of(verdict, true);
    }

    private static String cause(Verdict verdict) {
        return switch (verdict) {
            case EXISTS -> "The counter must not exist, and does.";
            case VERSION_MISMATCH -> "The counter's version is another than asked for: read it and decide anew.";
            case VALUE_MISMATCH -> "The counter's value is another than asked for: read it and decide anew.";
            case NOT_OPEN -> "The log clock has not reached notBefore.";
            case CLOSED -> "The log clock has passed notAfter.";
            case RATE_LIMITED -> "The bucket has too few tokens now: wait for retryAfterMs.";
            case LIMIT_EXCEEDED -> "The value would pass its upper bound.";
            case INSUFFICIENT -> "The value would fall below its lower bound.";
            case OVERFLOW -> "The value would leave the range of a 64-bit integer.";
            case ABANDONED -> "The command was abandoned before it ran: it will never run.";
            case QUARANTINED -> "An operator took this command out of the log's replay.";
            default -> throw new IllegalArgumentException(verdict + " is not about an op");
        };
    }
}
