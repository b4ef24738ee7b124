package dev.hotlane.gateway.call;

import dev.hotlane.gateway.view.CounterBody;
import dev.hotlane.gateway.view.ViewRead;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.List;

/**
 * {@code GET /v1/counters/{key}}: linearizable, because the read itself goes through the log, unless the caller allows an
 * answer from the view.
 */
public final class CounterRead implements Call {
    private static final byte[] OFFSET = JsonText.ascii(",\"offset\":");
    private static final byte[] TIME = JsonText.ascii(",\"time\":");

    @Override
    public List<String> parameters() {
        return ReadTerms.PARAMETERS;
    }

    @Override
    public boolean readsCounters() {
        return true;
    }

    @Override
    public boolean sharesRead() {
        return true;
    }

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new Fieldless(in -> LogRequest.counters(in.sender(), List.of(in.key()), ReadTerms.of(in.parameters())));
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        return answer(question, ReplyFields.counters(reply, 1).next(), reply, out);
    }

    /** Writes the body of the answer for one counter of a reply and returns the version for the ETag. */
    static long answer(LogRequest question, ReplyDecoder.CountersDecoder counter, ReplyDecoder reply, JsonText out) {
        byte[] key = question.keys().get(0);
        if (question.terms().local()) {
            return write(key, counter, out);
        }
        CounterBody.open(key, counter.value(), counter.held(), counter.confirmed(), counter.version(), out);
        out.raw(OFFSET).number(reply.sequence()).raw(TIME).number(reply.time()).raw('}');
        return Math.abs(counter.version());
    }

    @Override
    public long answer(LogRequest question, ViewRead view, JsonText out) {
        return view.write(0, question.keys().get(0), out);
    }

    /** Writes a counter without offset and time and returns the version for its ETag, or {@link #NO_VERSION}. */
    static long write(byte[] key, ReplyDecoder.CountersDecoder counter, JsonText out) {
        return CounterBody.write(key, counter.value(), counter.held(), counter.confirmed(), counter.version(), out);
    }
}
