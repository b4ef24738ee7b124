package dev.hotlane.processor.state;

import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelAnswer.HoldState;
import dev.hotlane.proof.model.ModelAnswer.Line;
import dev.hotlane.proof.model.ModelAnswer.Refusal;
import dev.hotlane.proof.model.ModelAnswer.Result;
import dev.hotlane.proof.model.ModelAnswer.Verdict;

/** Replies of the state in the words of the reference model. */
final class TwinAnswers {
    private TwinAnswers() {}

    static ModelAnswer of(Reply reply) {
        Reply.Problem problem = reply.problem();
        return new ModelAnswer(
                Verdict.valueOf(reply.verdict().name()),
                reply.replayed(),
                reply.stored(),
                reply.sequence(),
                reply.time(),
                reply.originSequence(),
                reply.originTime(),
                problem == null
                        ? null
                        : new Refusal(
                                problem.failedOp(),
                                problem.available(),
                                problem.limit(),
                                problem.retryAfterMs(),
                                problem.horizon()),
                reply.results().stream()
                        .map(result -> new Result(result.previous(), result.value(), result.version()))
                        .toList(),
                reply.counters().stream()
                        .map(row -> new Counter(row.value(), row.version(), row.held(), row.confirmed()))
                        .toList(),
                reply.holds().stream().map(TwinAnswers::hold).toList(),
                reply.cursor());
    }

    private static Hold hold(Reply.Hold hold) {
        return new Hold(
                HoldState.valueOf(hold.state().name()),
                hold.createdSequence(),
                hold.createdAt(),
                hold.expiresAt(),
                hold.resolvedAt(),
                hold.lines().stream()
                        .map(line -> new Line(line.key(), line.quantity(), line.remaining(), line.confirmed()))
                        .toList(),
                hold.id(),
                hold.owner());
    }
}
