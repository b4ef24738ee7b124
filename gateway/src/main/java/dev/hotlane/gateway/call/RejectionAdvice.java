package dev.hotlane.gateway.call;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReadKind;

/** The meaning of each verdict to the caller in words: the cause, then what to do. Any thread. */
final class RejectionAdvice {
    private RejectionAdvice() {}

    /** Text on how long a rejection is final: for good if the id holds a time, else while the window remembers it. */
    private static String isFinal(LogRequest question) {
        CommandId id = new CommandId();
        id.parse(question.id());
        return " This answer is final for its Idempotency-Key"
                + (id.time() == CommandId.NO_TIME ? " while the window remembers it" : "")
                + "; use a new key to try again.";
    }

    /** One or two sentences on a verdict that is not about a single op. */
    static String of(Verdict verdict, LogRequest question) {
        return switch (verdict) {
            case OK -> throw new IllegalArgumentException("OK is no rejection");
            case MALFORMED -> malformed(question);
            case UNSUPPORTED ->
                "The processor in force does not know this kind of command or op; nothing was changed."
                        + " Leave it out, or upgrade the processors.";
            case ID_REUSED ->
                "The key stands for an earlier command with other content, or for another kind of command; nothing was"
                        + " changed. Send the same again, or use a new key: a confirm, cancel, extend or abandon needs"
                        + " a key of its own.";
            case ID_EXPIRED -> idExpired(question);
            case ID_IN_FUTURE ->
                "The time inside the UUIDv7 is ahead of serverTime; nothing was changed. Set the"
                        + " clock that makes ids, or use another kind of id.";
            case NOT_FOUND -> notFound(question);
            case EXPIRED ->
                "The hold ran out, and what it held was given back; make a new reservation." + isFinal(question);
            case ALREADY_CONFIRMED ->
                "The hold was confirmed and stays so: read it to see what it kept. To give units back, add them to"
                        + " their counters." + isFinal(question);
            case ALREADY_CANCELLED ->
                "The hold was cancelled and stays so; make a new reservation." + isFinal(question);
            case EXCEEDS_HELD ->
                "More was named than the hold has: read it, and name no more than that." + isFinal(question);
            case QUOTA_EXCEEDED ->
                "The lane has as many open reservations, counters or bytes of them as its rules allow, which is limit;"
                        + " nothing was changed. Send the same again after retryAfterMs, or ask the operator to raise"
                        + " tenantHoldsMax, holdsMax, countersMax or stateBytesMax.";
            default -> cause(verdict) + isFinal(question);
        };
    }

    private static String malformed(LogRequest question) {
        if (question.readKind() == ReadKind.HOLDS && question.target().length > 0) {
            return "The cursor belongs to a query with another owner or key: send it with the same ones as there, or"
                    + " start again without a cursor.";
        }
        return "It has more ops than opsMax, or holds for longer than ttlMaxMs, both in /v1/status; or the processor"
                + " could not read it: compare the versions of gateway and processor. Nothing was changed.";
    }

    private static String idExpired(LogRequest question) {
        if (question.readKind() == ReadKind.HOLDS) {
            return "The reservation that the cursor stands at is kept no longer: start again without a cursor.";
        }
        if (question.readKind() == ReadKind.HOLD) {
            return "Its time is at or before the horizon: a reservation of this id is kept no longer, if there ever"
                    + " was one.";
        }
        return "Its time is at or before the horizon, so whether it ever ran is no longer known; this"
                + " attempt changed nothing. Read the counters before trying again with a new key.";
    }

    private static String notFound(LogRequest question) {
        if (question.readKind() == ReadKind.HOLD) {
            return "There is no reservation of this id up to the given offset: none was made, it was refused, or it was"
                    + " resolved so long ago that it is kept no longer; one under way may still arrive.";
        }
        if (!question.writes()) {
            return "No outcome of this id is stored up to the given offset: no such command came, or it was"
                    + " refused without being remembered; one under way may still arrive."
                    + " Ask again, send it again with the same Idempotency-Key, or abandon it.";
        }
        return "There is no reservation of this id: none was made, it was refused, or it was resolved so long ago that"
                + " it is kept no longer." + isFinal(question);
    }

    /** The same for the op that decided the verdict. */
    static String ofOp(Verdict verdict, LogRequest question, Op op) {
        if (verdict == Verdict.INSUFFICIENT && question.holds() && op.kind() == OpKind.ADD) {
            return "Fewer units are available than this line asks for; held of the counter tells whether any may come back."
                    + isFinal(question);
        }
        if (verdict == Verdict.INSUFFICIENT && question.single()) {
            return "The value would fall below 0, which an increment does not allow; a transaction takes other bounds."
                    + isFinal(question);
        }
        if (verdict == Verdict.VALUE_MISMATCH && (op.present() & 1 << ArgName.IF_VALUE.value()) == 0) {
            return (op.kind() == OpKind.TAKE
                            ? "The key is a plain counter, no bucket: take from another key, or remove it first."
                            : "The key is a bucket, no counter: use another key, or set or remove it first.")
                    + isFinal(question);
        }
        return of(verdict, question);
    }

    private static String cause(Verdict verdict) {
        return switch (verdict) {
            case EXISTS -> "The counter must not exist, and does: read it and decide again.";
            case VERSION_MISMATCH -> "The counter's version is another than asked for: read it and decide again.";
            case VALUE_MISMATCH -> "The counter's value is another than asked for: read it and decide again.";
            case NOT_OPEN -> "The log clock has not reached notBefore, which is limit: wait for retryAfterMs.";
            case CLOSED -> "The log clock has passed notAfter, which is limit: it will not open again.";
            case RATE_LIMITED -> "The bucket has too few tokens now: wait for retryAfterMs.";
            case LIMIT_EXCEEDED -> "The value would pass its upper bound.";
            case INSUFFICIENT -> "The value would fall below its lower bound.";
            case OVERFLOW -> "The value would leave the range of a 64-bit integer.";
            case ABANDONED -> "The command was abandoned before it ran, so it did not run.";
            case QUARANTINED -> "An operator took this command out of the log's replay: it did not run.";
            default -> throw new IllegalArgumentException(verdict + " is not about an op");
        };
    }
}
