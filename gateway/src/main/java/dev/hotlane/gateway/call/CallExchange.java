package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.view.ViewRead;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The exchange of a call: its request is the record, its reply becomes JSON. Belongs to its event loop. */
public abstract class CallExchange extends LocalExchange {
    private static final int TRACEPARENT_LENGTH = 55;
    /** The trace part of a record whose caller sent none. */
    static final byte[] NO_TRACE = {};

    /** The call that writes the answer. */
    protected final Call call;

    /** Its request to the log. */
    protected final LogRequest question;

    /** An exchange of {@code bytes} of request text. */
    protected CallExchange(Exchanges exchanges, Call call, LogRequest question, int bytes) {
        super(exchanges, question.recordKey(), bytes);
        this.call = call;
        this.question = question;
    }

    /** The caller's W3C trace context unchanged, or null. */
    protected abstract String trace();

    /** Where to write the body before {@link #answered} or {@link #rejected}. */
    protected abstract JsonText open(int status, boolean replayed);

    /**
     * Called before {@link #answered} if the view might have answered: the sequence that the answer includes, its
     * greatest age in ms, and whether it is from the view.
     */
    protected void local(long offset, long staleMs, boolean fromView) {}

    /** Called before {@link #answered} if the window has one more copy of a hold by this call. */
    protected void copied() {}

    /** Called when the body of a success is written. */
    protected abstract void answered(int status, long version, boolean replayed);

    /** Called when the body of a problem that the log decided is written; the status is the code's, or 412. */
    protected abstract void rejected(Code code, int status, long retryAfterMs, boolean replayed);

    @Override
    protected abstract void refused(Code code, String detail);

    @Override
    protected final boolean writes() {
        return question.writes();
    }

    @Override
    protected final boolean takesKeptPlace() {
        return question.resolves();
    }

    @Override
    protected final byte[] encode(RecordWriter writer, Routing routing) {
        return question.encode(writer, routing, tracePart());
    }

    /** The W3C trace context if it has the right length; else empty. */
    final byte[] tracePart() {
        return tracePart(trace());
    }

    /** The same of a trace context or null. */
    static byte[] tracePart(String trace) {
        if (trace == null || trace.length() != TRACEPARENT_LENGTH) {
            return NO_TRACE;
        }
        return trace.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    protected final boolean succeeds(Verdict verdict, ReplyDecoder reply) {
        return call.succeeds(verdict, reply);
    }

    @Override
    protected final void success(ReplyDecoder reply) {
        if (reached(reply)) {
            if (reply.flags().copied()) {
                copied();
            }
            boolean replayed = isReplayed(reply);
            int status = call.status();
            long version = call.answer(question, reply, open(status, replayed));
            succeeded(reply, version, replayed);
        }
    }

    /** Answers with one counter of a reply that several calls share. */
    final void counter(ReplyDecoder.CountersDecoder counter, ReplyDecoder reply) {
        if (reached(reply)) {
            long version = CounterRead.answer(question, counter, reply, open(call.status(), false));
            succeeded(reply, version, false);
        }
    }

    private void succeeded(ReplyDecoder reply, long version, boolean replayed) {
        if (terms().local()) {
            local(reply.sequence(), 0, false);
        }
        answered(call.status(), version, replayed);
    }

    @Override
    final ReadTerms terms() {
        return question.terms();
    }

    @Override
    final List<byte[]> keys() {
        return question.keys();
    }

    @Override
    final void publish(Exchanges exchanges, SharedReads shared, int keysMax) {
        if (call.sharesRead()) {
            shared.add(this, keysMax);
        } else {
            exchanges.publish(this);
        }
    }

    @Override
    final void view(ViewRead view, long staleMs) {
        long version = call.answer(question, view, open(call.status(), false));
        local(view.cut().to(), staleMs, true);
        answered(call.status(), version, false);
    }

    /** Whether the log has reached the least offset of the caller; else it is rejected. */
    private boolean reached(ReplyDecoder reply) {
        long minOffset = terms().minOffset();
        if (minOffset <= reply.sequence()) {
            return true;
        }
        Code code = Code.OFFSET_IN_FUTURE;
        int status = code.status();
        Rejection.offsetInFuture(minOffset, reply.sequence(), open(status, false));
        rejected(code, status, 0, false);
        return false;
    }

    @Override
    protected final void rejection(Verdict verdict, ReplyDecoder reply) {
        boolean replayed = isReplayed(reply);
        Code code = Code.of(verdict);
        int status = Rejection.status(code, question);
        long retryAfterMs = Rejection.write(verdict, question, reply, open(status, replayed));
        rejected(code, status, retryAfterMs, replayed);
    }

    private boolean isReplayed(ReplyDecoder reply) {
        return question.writes() && reply.flags().replayed();
    }
}
