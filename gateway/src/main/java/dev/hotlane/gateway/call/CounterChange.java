package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/** The calls that change the one counter in the path, each as a transaction of one op. */
public final class CounterChange implements Call {
    private static final byte[] KEY = JsonText.ascii(",\"key\":");

    /** {@code PUT /v1/counters/{key}} {@code {"value"}}: set. */
    public static final Call PUT = new CounterChange("value", CounterChange::set);

    /** {@code DELETE /v1/counters/{key}}: remove. */
    public static final Call DELETE = new CounterChange(null, CounterChange::remove);

    /** {@code POST /v1/counters/{key}/increment} {@code {"amount"}}: add; amount is 1 by default. */
    public static final Call INCREMENT = new CounterChange("amount", CounterChange::increment);

    /** {@code POST /v1/counters/{key}/drain}: set 0; the answer has the exact value before. */
    public static final Call DRAIN = new CounterChange(null, CounterChange::drain);

    private final String field;
    private final Reader reader;

    private CounterChange(String field, Reader reader) {
        this.field = field;
        this.reader = reader;
    }

    /** Makes the op from a request and the number in its body; the number is null if absent. */
    private interface Reader {
        Op read(CallInput in, Long number);
    }

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new OneNumber();
    }

    /** The one field of a body such as {@code {"value":5}}, or none at all. */
    private final class OneNumber implements Draft {
        private Long number;
        private int met;

        @Override
        public void field(String name, StrictJson json) {
            if (!name.equals(field)) {
                throw json.unknownField(field == null ? "none" : field);
            }
            met = json.once(met, 1);
            number = json.integer();
        }

        @Override
        public LogRequest question(CallInput in) {
            Op op = reader.read(in, number);
            boolean conditional = in.ifMatch() != null || in.ifNoneMatch() != null;
            return LogRequest.change(in.sender(), in.id(), op, conditional);
        }
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        ReplyFields.begin(question.id(), reply, out);
        out.raw(KEY).string(question.op(0).key()).raw(',');
        ReplyDecoder.ResultsDecoder result = ReplyFields.results(reply, 1).next();
        ReplyFields.numbers(result, out);
        out.raw('}');
        return result.version();
    }

    private static Op set(CallInput in, Long value) {
        Op op = new Op(OpKind.SET, in.key());
        if (value == null) {
            throw in.malformed("expected {\"value\": a whole number}");
        }
        return preconditions(op.arg(ArgName.VALUE, value), in);
    }

    private static Op remove(CallInput in, Long none) {
        return preconditions(new Op(OpKind.REMOVE, in.key()), in);
    }

    private static Op increment(CallInput in, Long amount) {
        EntityTag.refuse(in, "increment");
        return new Op(OpKind.ADD, in.key()).arg(ArgName.DELTA, amount == null ? 1 : amount);
    }

    private static Op drain(CallInput in, Long none) {
        EntityTag.refuse(in, "drain");
        return new Op(OpKind.SET, in.key()).arg(ArgName.VALUE, 0);
    }

    private static Op preconditions(Op op, CallInput in) {
        if (in.ifMatch() != null) {
            op.arg(ArgName.IF_VERSION, EntityTag.version("If-Match", in.ifMatch()));
        }
        if (in.ifNoneMatch() != null) {
            EntityTag.requireAny(in.ifNoneMatch(), op.kind());
            op.flags(Op.IF_ABSENT);
        }
        return op;
    }
}
