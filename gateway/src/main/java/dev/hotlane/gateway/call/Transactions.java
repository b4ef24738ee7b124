package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.ArrayList;
import java.util.List;

/** {@code POST /v1/transactions}: ops in order, all or none. */
public final class Transactions implements Call {
    private static final byte[] RESULTS = JsonText.ascii(",\"results\":[");
    private static final byte[] APPLIED = JsonText.ascii(",\"applied\":");
    private static final byte[] KEY = JsonText.ascii("{\"key\":");

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new Ops();
    }

    private static final class Ops implements Draft {
        private final List<Op> ops = new ArrayList<>(4);
        private int met;

        @Override
        public void field(String name, StrictJson json) {
            if (!name.equals("ops")) {
                throw json.unknownField("ops");
            }
            met = json.once(met, 1);
            json.beginArray();
            while (json.nextObject()) {
                if (ops.size() == CommandView.OPS_MAX) {
                    throw json.fault("a transaction has at most " + CommandView.OPS_MAX + " ops");
                }
                ops.add(OpReader.read(json));
            }
        }

        @Override
        public LogRequest question(CallInput in) {
            if (ops.isEmpty()) {
                throw in.malformed("a transaction has \"ops\": 1 to " + CommandView.OPS_MAX);
            }
            EntityTag.refuse(in, "a transaction");
            return LogRequest.command(in.sender(), in.id(), Command.transact(ops));
        }
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        long time = ReplyFields.time(reply);
        ReplyFields.begin(question.id(), reply, out);
        out.raw(RESULTS);
        int i = 0;
        for (ReplyDecoder.ResultsDecoder result : ReplyFields.results(reply, question.opCount())) {
            if (i > 0) {
                out.raw(',');
            }
            Op op = question.op(i++);
            out.raw(KEY).string(op.key()).raw(',');
            ReplyFields.numbers(result, out);
            more(op, result, time, out);
            out.raw('}');
        }
        out.raw(']').raw('}');
        return NO_VERSION;
    }

    /**
     * Writes the extra fields of some ops: the bucket's tokens for a take, the applied amount for an add with clamp.
     */
    private static void more(Op op, ReplyDecoder.ResultsDecoder result, long time, JsonText out) {
        if (op.kind() == OpKind.TAKE) {
            out.raw(',');
            BucketTake.numbers(op, result.value(), time, out);
        } else if ((op.flags() & Op.CLAMP) != 0) {
            out.raw(APPLIED).number(result.value() - result.previous());
        }
    }
}
