package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/**
 * {@code GET /v1/commands/{id}}: what became of a command, while the window remembers it. The window holds numbers, so
 * the results come without keys. A reply marked as replayed brings a stored outcome, whatever its verdict.
 */
public final class StoredCommand implements Call {

    @Override
    public Draft draft(Asking.Limits limits) {
        return new Fieldless(in -> Question.stored(in.commandId()));
    }

    @Override
    public boolean succeeds(Verdict verdict, ReplyDecoder reply) {
        return reply.flags().replayed();
    }

    @Override
    public long answer(Question question, ReplyDecoder reply, JsonText out) {
        Verdict verdict = Verdict.of(reply.verdict());
        Outcome.begin(question.target(), reply, out);
        out.raw(',').name("state").string(state(verdict));
        if (verdict == Verdict.OK) {
            results(reply, out);
        } else {
            Code code = Code.of(verdict);
            out.raw(',').name("code").string(code.name());
            out.raw(',').name("status").number(code.status());
            Rejection.numbers(verdict, reply, out);
        }
        out.raw('}');
        return NO_VERSION;
    }

    private static void results(ReplyDecoder reply, JsonText out) {
        for (ReplyDecoder.ProblemDecoder problem : reply.problem()) {
            problem.failedOp();
        }
        out.raw(',').name("results").raw('[');
        boolean first = true;
        for (ReplyDecoder.ResultsDecoder result : reply.results()) {
            out.raw(first ? '{' : ',');
            if (!first) {
                out.raw('{');
            }
            first = false;
            Outcome.numbers(result, out);
            out.raw('}');
        }
        out.raw(']');
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
