package dev.hotlane.processor.state;

import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A reply as a gateway would read it; {@code problem} is null unless it is a rejection. {@link #answer} has it in the
 * words of the reference model.
 */
record Reply(
        int partition,
        long request,
        long idHash,
        Verdict verdict,
        long sequence,
        long time,
        boolean replayed,
        boolean stored,
        boolean copied,
        long originSequence,
        long originTime,
        Problem problem,
        List<Result> results,
        List<Counter> counters,
        List<Hold> holds,
        String cursor) {

    record Problem(int failedOp, long available, long limit, long retryAfterMs, long horizon) {}

    record Result(long previous, long value, long version) {}

    record Counter(long value, long version, long held, long confirmed) {
        static final Counter ABSENT = new Counter(0, 0, 0, 0);
    }

    record Hold(
            HoldState state,
            long createdSequence,
            long createdAt,
            long expiresAt,
            long resolvedAt,
            List<Line> lines,
            String id,
            String owner) {

        private ModelAnswer.Hold answer() {
            return new ModelAnswer.Hold(
                    ModelAnswer.HoldState.valueOf(state.name()),
                    createdSequence,
                    createdAt,
                    expiresAt,
                    resolvedAt,
                    lines.stream()
                            .map(line -> new ModelAnswer.Line(line.key, line.quantity, line.remaining, line.confirmed))
                            .toList(),
                    id,
                    owner);
        }
    }

    record Line(String key, long quantity, long remaining, long confirmed) {}

    /** The one hold that it speaks of. */
    Hold hold() {
        if (holds.size() != 1) {
            throw new AssertionError("expected one hold: " + this);
        }
        return holds.get(0);
    }

    /** The same in the words of the reference model. */
    ModelAnswer answer() {
        return new ModelAnswer(
                ModelAnswer.Verdict.valueOf(verdict.name()),
                replayed,
                stored,
                sequence,
                time,
                originSequence,
                originTime,
                problem == null
                        ? null
                        : new ModelAnswer.Refusal(
                                problem.failedOp,
                                problem.available,
                                problem.limit,
                                problem.retryAfterMs,
                                problem.horizon),
                results.stream()
                        .map(result -> new ModelAnswer.Result(result.previous, result.value, result.version))
                        .toList(),
                counters.stream()
                        .map(row -> new ModelAnswer.Counter(row.value, row.version, row.held, row.confirmed))
                        .toList(),
                holds.stream().map(Hold::answer).toList(),
                cursor);
    }

    /** The reply that a record left behind, or null for none. */
    static Reply of(Effects effects) {
        if (effects.replyLength() == 0) {
            return null;
        }
        ReplyDecoder in = new ReplyDecoder();
        UnsafeBuffer buffer = new UnsafeBuffer(effects.reply(), 0, effects.replyLength());
        in.wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder());
        Problem problem = null;
        for (ReplyDecoder.ProblemDecoder at : in.problem()) {
            problem = new Problem(at.failedOp(), at.available(), at.limit(), at.retryAfterMs(), at.horizon());
        }
        List<Result> results = new ArrayList<>();
        for (ReplyDecoder.ResultsDecoder at : in.results()) {
            results.add(new Result(at.previous(), at.value(), at.version()));
        }
        List<Counter> counters = new ArrayList<>();
        for (ReplyDecoder.CountersDecoder at : in.counters()) {
            counters.add(new Counter(at.value(), at.version(), at.held(), at.confirmed()));
        }
        List<Hold> holds = new ArrayList<>();
        for (ReplyDecoder.HoldsDecoder at : in.holds()) {
            holds.add(hold(at));
        }
        byte[] cursor = new byte[in.cursorLength()];
        in.getCursor(cursor, 0, cursor.length);
        if (in.limit() != effects.replyLength() || in.offset() != Frame.MESSAGE_HEADER_LENGTH) {
            throw new AssertionError("a reply of " + effects.replyLength() + " bytes ends at " + in.limit());
        }
        return new Reply(
                effects.replyPartition(),
                in.request(),
                in.idHash(),
                Verdict.of(in.verdict()),
                in.sequence(),
                in.time(),
                in.flags().replayed(),
                in.flags().stored(),
                in.flags().copied(),
                in.originSequence(),
                in.originTime(),
                problem,
                results,
                counters,
                holds,
                new String(cursor, StandardCharsets.US_ASCII));
    }

    private static Hold hold(ReplyDecoder.HoldsDecoder at) {
        List<Line> lines = new ArrayList<>();
        for (ReplyDecoder.HoldsDecoder.LinesDecoder line : at.lines()) {
            long quantity = line.quantity();
            byte[] key = new byte[line.keyLength()];
            line.getKey(key, 0, key.length);
            lines.add(new Line(new String(key, StandardCharsets.UTF_8), quantity, line.remaining(), line.confirmed()));
        }
        byte[] id = new byte[at.idLength()];
        at.getId(id, 0, id.length);
        byte[] owner = new byte[at.ownerLength()];
        at.getOwner(owner, 0, owner.length);
        return new Hold(
                at.state(),
                at.createdSequence(),
                at.createdAt(),
                at.expiresAt(),
                at.resolvedAt(),
                lines,
                new String(id, StandardCharsets.US_ASCII),
                new String(owner, StandardCharsets.UTF_8));
    }
}
