package dev.hotlane.gateway.call;

import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/**
 * {@code GET /v1/commands/{id}}: the outcome of a command, while the window remembers it. The window holds numbers
 * only, so the results have no keys. The outcome of a command on a hold includes the reservation. A reply with the
 * stored flag holds a stored outcome, whatever its verdict.
 */
public final class StoredCommand implements Call {

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new Fieldless(in -> LogRequest.stored(in.sender(), in.commandId()));
    }

    @Override
    public boolean succeeds(Verdict verdict, ReplyDecoder reply) {
        return reply.flags().stored();
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        write(question.target(), reply, out);
        return NO_VERSION;
    }

    /** Writes the stored outcome of the command with this id. */
    static void write(byte[] id, ReplyDecoder reply, JsonText out) {
        Verdict verdict = Verdict.of(reply.verdict());
        ReplyFields.begin(id, reply, out);
        out.raw(',').name("state").string(state(verdict));
        if (verdict == Verdict.OK) {
            done(reply, out);
        } else if (verdict != Verdict.ABANDONED) {
            Code code = Code.of(verdict);
            out.raw(',').name("code").string(code.name());
            out.raw(',').name("status").number(code.status());
            Rejection.numbers(verdict, reply, out);
        }
        out.raw('}');
    }

    private static void done(ReplyDecoder reply, JsonText out) {
        ReplyFields.skipProblem(reply);
        ReplyDecoder.ResultsDecoder results = reply.results();
        boolean transacted = results.count() > 0;
        if (transacted) {
            out.raw(',').name("results").raw('[');
            boolean first = true;
            for (ReplyDecoder.ResultsDecoder result : results) {
                if (!first) {
                    out.raw(',');
                }
                first = false;
                ReplyFields.numbers(result, out.raw('{'));
                out.raw('}');
            }
            out.raw(']');
        }
        ReplyFields.skipCounters(reply);
        for (ReplyDecoder.HoldsDecoder hold : reply.holds()) {
            out.raw(',').name("reservation");
            HoldText.stored(hold, reply, transacted, out);
        }
    }

    private static String state(Verdict verdict) {
        return switch (verdict) {
            case OK -> "done";
            case ABANDONED -> "abandoned";
            case QUARANTINED -> "quarantined";
            default -> "rejected";
        };
    }
}
