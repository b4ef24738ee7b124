package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.ProblemText;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ReadKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/** Writes a verdict other than OK as a problem document: place, numbers, and what the caller can do. Any thread. */
public final class Rejection {
    private Rejection() {}

    /** The HTTP status; 412 if the condition came from a precondition header. */
    public static int status(Code code, LogRequest question) {
        return question.conditional() && code.unmetPrecondition() ? 412 : code.status();
    }

    /** Writes the document; returns the ms after which a retry may succeed, or 0. */
    public static long write(Verdict verdict, LogRequest question, ReplyDecoder reply, JsonText out) {
        Code code = Code.of(verdict);
        long offset = ReplyFields.sequence(reply);
        long time = ReplyFields.time(reply);
        ReplyDecoder.ProblemDecoder problem = reply.problem();
        int failedOp = problem.hasNext() ? problem.next().failedOp() : ReplyWriter.NO_OP;
        Op op = failedOp < question.opCount() ? question.op(failedOp) : null;
        String detail = op == null
                ? RejectionAdvice.of(verdict, question)
                : question.place(failedOp) + ": " + RejectionAdvice.ofOp(verdict, question, op);
        // An expired cursor leaves no outcome in doubt.
        String outcome = question.readKind() == ReadKind.HOLDS ? null : code.outcome();
        ProblemText text = new ProblemText(out, code, status(code, question), detail, outcome);
        text.field("offset").number(offset);
        if (op != null) {
            text.field("failedOp").number(failedOp);
            text.field("key").string(op.key());
        }
        long retryAfterMs = problem.count() > 0 ? numbers(verdict, problem, out) : 0;
        if (tellsTime(verdict)) {
            text.field("serverTime").number(time);
        }
        text.end();
        return retryAfterMs;
    }

    /** Writes a problem: the least offset of a read is above the log's end. */
    public static void offsetInFuture(long minOffset, long logEnd, JsonText out) {
        Code code = Code.OFFSET_IN_FUTURE;
        String detail = "The least offset " + minOffset + " is above the log's end, " + logEnd
                + ": it is of another lane, or of a log that was lost. Read again without it.";
        ProblemText text = new ProblemText(out, code, code.status(), detail);
        text.field("offset").number(logEnd);
        text.end();
    }

    /** Writes the numbers of a stored rejection; call it where the reply's problem group comes next. */
    static void numbers(Verdict verdict, ReplyDecoder reply, JsonText out) {
        for (ReplyDecoder.ProblemDecoder problem : reply.problem()) {
            if (problem.failedOp() != ReplyWriter.NO_OP) {
                out.raw(',').name("failedOp").number(problem.failedOp());
            }
            numbers(verdict, problem, out);
        }
    }

    private static long numbers(Verdict verdict, ReplyDecoder.ProblemDecoder problem, JsonText out) {
        if (tellsAvailable(verdict)) {
            out.raw(',').name("available").number(problem.available());
        }
        if (tellsLimit(verdict)) {
            out.raw(',').name("limit").number(problem.limit());
        }
        if (verdict == Verdict.VERSION_MISMATCH) {
            out.raw(',').name("version").number(problem.limit());
        }
        long retryAfterMs = problem.retryAfterMs();
        if (retryAfterMs > 0) {
            out.raw(',').name("retryAfterMs").number(retryAfterMs);
        }
        if (verdict == Verdict.ID_EXPIRED || verdict == Verdict.ID_IN_FUTURE) {
            out.raw(',').name("horizon").number(problem.horizon());
        }
        return retryAfterMs;
    }

    private static boolean tellsAvailable(Verdict verdict) {
        return switch (verdict) {
            case INSUFFICIENT,
                    LIMIT_EXCEEDED,
                    OVERFLOW,
                    VALUE_MISMATCH,
                    VERSION_MISMATCH,
                    EXISTS,
                    RATE_LIMITED,
                    QUOTA_EXCEEDED,
                    EXCEEDS_HELD -> true;
            default -> false;
        };
    }

    private static boolean tellsLimit(Verdict verdict) {
        return switch (verdict) {
            case INSUFFICIENT, LIMIT_EXCEEDED, OVERFLOW, RATE_LIMITED, QUOTA_EXCEEDED, EXCEEDS_HELD, NOT_OPEN, CLOSED ->
                true;
            default -> false;
        };
    }

    private static boolean tellsTime(Verdict verdict) {
        return switch (verdict) {
            case ID_EXPIRED, ID_IN_FUTURE, NOT_OPEN, CLOSED, EXPIRED -> true;
            default -> false;
        };
    }
}
