package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.gateway.problem.Refusal;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.function.Function;

/** The calls that change the one counter in the path, each by a transaction of a single op. */
public final class CounterChange implements Call {
    private static final byte[] KEY = JsonText.ascii(",\"key\":");

    /** {@code PUT /v1/counters/{key}} {@code {"value"}}: set. */
    public static final Call PUT = new CounterChange(CounterChange::set);

    /** {@code DELETE /v1/counters/{key}}: remove. */
    public static final Call DELETE = new CounterChange(CounterChange::remove);

    /** {@code POST /v1/counters/{key}/increment} {@code {"amount"}}, 1 unless given: add. */
    public static final Call INCREMENT = new CounterChange(CounterChange::increment);

    /** {@code POST /v1/counters/{key}/drain}: set 0, which tells the exact value before. */
    public static final Call DRAIN = new CounterChange(CounterChange::drain);

    private final Function<Asking, Op> reader;

    private CounterChange(Function<Asking, Op> reader) {
        this.reader = reader;
    }

    @Override
    public Question ask(Asking in) {
        Op op = reader.apply(in);
        boolean conditional = in.ifMatch() != null || in.ifNoneMatch() != null;
        return Question.change(in.id(), op, conditional);
    }

    @Override
    public long answer(Question question, ReplyDecoder reply, JsonText out) {
        Outcome.begin(question.id(), reply, out);
        out.raw(KEY).string(question.op(0).key()).raw(',');
        ReplyDecoder.ResultsDecoder result = Outcome.results(reply, 1).next();
        Outcome.numbers(result, out);
        out.raw('}');
        return result.version();
    }

    private static Op set(Asking in) {
        Long value = number(in.body(), "value");
        Op op = new Op(OpKind.SET, in.key());
        if (value == null) {
            throw Refusal.malformed("the body: expected {\"value\": a whole number}");
        }
        return preconditions(op.arg(ArgName.VALUE, value), in);
    }

    private static Op remove(Asking in) {
        empty(in.body());
        return preconditions(new Op(OpKind.REMOVE, in.key()), in);
    }

    private static Op increment(Asking in) {
        Long amount = number(in.body(), "amount");
        EntityTag.refuse(in, "increment");
        return new Op(OpKind.ADD, in.key()).arg(ArgName.DELTA, amount == null ? 1 : amount);
    }

    private static Op drain(Asking in) {
        empty(in.body());
        EntityTag.refuse(in, "drain");
        return new Op(OpKind.SET, in.key()).arg(ArgName.VALUE, 0);
    }

    private static Op preconditions(Op op, Asking in) {
        if (in.ifMatch() != null) {
            op.arg(ArgName.IF_VERSION, EntityTag.version("If-Match", in.ifMatch()));
        }
        if (in.ifNoneMatch() != null) {
            EntityTag.requireAny(in.ifNoneMatch(), op.kind());
            op.flags(Op.IF_ABSENT);
        }
        return op;
    }

    /** The one number of a body such as {@code {"value":5}}, or null if it is not given. */
    private static Long number(byte[] body, String name) {
        if (body.length == 0) {
            return null;
        }
        try (StrictJson json = new StrictJson(body)) {
            Long number = null;
            int met = 0;
            json.beginObject();
            for (String field = json.nextField(); field != null; field = json.nextField()) {
                if (!field.equals(name)) {
                    throw json.unknownField(name);
                }
                met = json.once(met, 1);
                number = json.integer();
            }
            json.end();
            return number;
        }
    }

    private static void empty(byte[] body) {
        if (body.length > 0) {
            try (StrictJson json = new StrictJson(body)) {
                json.beginObject();
                if (json.nextField() != null) {
                    throw json.unknownField("none");
                }
                json.end();
            }
        }
    }
}
