package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.protocol.Gcra;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.List;

/**
 * {@code POST /v1/buckets/{key}/take} {@code {"tokens","count","periodMs","burst"}}: one take. The default is 1 token;
 * 0 tokens only read the bucket. A bucket with too few tokens rejects with RATE_LIMITED.
 */
public final class BucketTake implements Call {
    private static final byte[] ALLOWED = JsonText.ascii("{\"allowed\":true,");
    private static final byte[] NO_WAIT = JsonText.ascii(",\"retryAfterMs\":0,\"offset\":");
    private static final byte[] REMAINING = JsonText.ascii("\"remaining\":");
    private static final byte[] RESET_AFTER = JsonText.ascii(",\"resetAfterMs\":");

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new Numbers();
    }

    private static final class Numbers implements Draft {
        private static final List<String> FIELDS = List.of("tokens", "count", "periodMs", "burst");
        private static final ArgName[] ARGS = {ArgName.TOKENS, ArgName.COUNT, ArgName.PERIOD_MS, ArgName.BURST};
        private static final int REQUIRED = 0b1110;

        private final long[] values = {1, 0, 0, 0};
        private int met;

        @Override
        public void field(String name, StrictJson json) {
            int i = FIELDS.indexOf(name);
            if (i < 0) {
                throw json.unknownField(String.join(", ", FIELDS));
            }
            met = json.once(met, 1 << i);
            values[i] = json.integer();
        }

        @Override
        public LogRequest question(CallInput in) {
            EntityTag.refuse(in, "take");
            Op op = new Op(OpKind.TAKE, in.key());
            if ((met & REQUIRED) != REQUIRED) {
                throw in.malformed("a take needs count, periodMs and burst, and tokens unless it is 1");
            }
            String fault = TakeFault.of(values[0], values[1], values[2], values[3]);
            if (fault != null) {
                throw in.malformed(fault);
            }
            for (int i = 0; i < ARGS.length; i++) {
                op.arg(ARGS[i], values[i]);
            }
            return LogRequest.change(in.sender(), in.id(), op, false);
        }
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        long offset = ReplyFields.sequence(reply);
        long time = ReplyFields.time(reply);
        out.raw(ALLOWED);
        ReplyDecoder.ResultsDecoder result = ReplyFields.results(reply, 1).next();
        numbers(question.op(0), result.value(), time, out);
        out.raw(NO_WAIT).number(offset).raw('}');
        return NO_VERSION;
    }

    /**
     * {@code "remaining":..,"resetAfterMs":..} of the bucket whose state is {@code tat} after a take at {@code timeMs}.
     */
    static void numbers(Op take, long tat, long timeMs, JsonText out) {
        long interval = Gcra.interval(take.arg(ArgName.COUNT.value()), take.arg(ArgName.PERIOD_MS.value()));
        long now = Gcra.nanos(timeMs);
        out.raw(REMAINING).number(Gcra.remaining(tat, now, interval, take.arg(ArgName.BURST.value())));
        out.raw(RESET_AFTER).number(Gcra.resetAfterMs(tat, now));
    }
}
