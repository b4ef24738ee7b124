package dev.hotlane.processor.state;

import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** A reply as a gateway would read it; {@code problem} is null unless it is a rejection. */
record Reply(
        int partition,
        long request,
        long idHash,
        Verdict verdict,
        long sequence,
        long time,
        boolean replayed,
        long originSequence,
        long originTime,
        Problem problem,
        List<Result> results,
        List<Counter> counters) {

    record Problem(int failedOp, long available, long limit, long retryAfterMs, long horizon) {}

    record Result(long previous, long value, long version) {}

    record Counter(long value, long version, long held, long confirmed) {
        static final Counter ABSENT = new Counter(0, 0, 0, 0);
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
        for (ReplyDecoder.HoldsDecoder hold : in.holds()) {
            hold.lines().forEach(line -> line.skipKey());
            hold.skipId();
            hold.skipOwner();
        }
        in.skipCursor();
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
                in.originSequence(),
                in.originTime(),
                problem,
                results,
                counters);
    }
}
