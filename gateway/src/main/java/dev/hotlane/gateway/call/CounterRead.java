package dev.hotlane.gateway.call;

import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.List;

/** {@code GET /v1/counters/{key}}: linearizable, because the read itself goes through the log. */
public final class CounterRead implements Call {
    private static final byte[] OFFSET = JsonText.ascii(",\"offset\":");
    private static final byte[] TIME = JsonText.ascii(",\"time\":");
    private static final byte[] KEY = JsonText.ascii("{\"key\":");
    private static final byte[] VALUE = JsonText.ascii(",\"value\":");
    private static final byte[] HELD = JsonText.ascii(",\"held\":");
    private static final byte[] CONFIRMED = JsonText.ascii(",\"confirmed\":");
    private static final byte[] VERSION = JsonText.ascii(",\"version\":");
    private static final byte[] BUCKET = JsonText.ascii(",\"bucket\":true");

    @Override
    public boolean sharesRead() {
        return true;
    }

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new Fieldless(in -> LogRequest.counters(List.of(in.key())));
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        return answer(question.keys().get(0), ReplyFields.counters(reply, 1).next(), reply, out);
    }

    /** Writes the body of the answer for one counter of a reply and returns the version for the ETag. */
    static long answer(byte[] key, ReplyDecoder.CountersDecoder counter, ReplyDecoder reply, JsonText out) {
        write(key, counter, out);
        out.raw(OFFSET).number(reply.sequence()).raw(TIME).number(reply.time()).raw('}');
        return Math.abs(counter.version());
    }

    /**
     * Writes the fields key, value, held, confirmed and version; the object stays open. A negative version marks a
     * bucket: the answer then has {@code "bucket":true} and the absolute version.
     */
    static void write(byte[] key, ReplyDecoder.CountersDecoder counter, JsonText out) {
        write(key, CounterNumbers.of(counter), out);
    }

    /** Writes the same fields. */
    static void write(byte[] key, CounterNumbers numbers, JsonText out) {
        out.raw(KEY).string(key);
        out.raw(VALUE).number(numbers.value());
        out.raw(HELD).number(numbers.held());
        out.raw(CONFIRMED).number(numbers.confirmed());
        out.raw(VERSION).number(Math.abs(numbers.version()));
        if (numbers.version() < 0) {
            out.raw(BUCKET);
        }
    }
}
