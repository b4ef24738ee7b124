package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.CommandShape;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * {@code POST /v1/reservations}: a transaction that opens a hold under its own id. Its ops in the log are checks,
 * takes, limits, lines, in this order: the op that costs least to undo decides first.
 */
public final class Reserve implements Call {
    private static final String FIELDS = "lines, limits, checks, takes, ttlMs, owner";

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new Fields();
    }

    private static final class Fields implements Draft {
        private static final int LINES_BIT = 1;
        private static final int LIMITS_BIT = 2;
        private static final int CHECKS_BIT = 4;
        private static final int TAKES_BIT = 8;
        private static final int TTL_BIT = 16;
        private static final int OWNER_BIT = 32;

        private final List<Op> lines = new ArrayList<>(2);
        private final List<Op> ceilings = new ArrayList<>(2);
        private final List<Op> guards = new ArrayList<>(2);
        private final List<Op> takes = new ArrayList<>(2);
        private long ttlMs;
        private byte[] owner = {};
        private int met;

        @Override
        public void field(String name, StrictJson json) {
            switch (name) {
                case "lines" -> ops(json, LINES_BIT, lines, HoldLine::stock);
                case "limits" -> ops(json, LIMITS_BIT, ceilings, HoldLine::limit);
                case "checks" -> ops(json, CHECKS_BIT, guards, in -> OpReader.read(in, OpKind.CHECK));
                case "takes" -> ops(json, TAKES_BIT, takes, in -> OpReader.read(in, OpKind.TAKE));
                case "ttlMs" -> {
                    met = json.once(met, TTL_BIT);
                    ttlMs = ReservationChange.ttl(json);
                }
                case "owner" -> {
                    met = json.once(met, OWNER_BIT);
                    owner = json.utf8("an owner", CommandShape.OWNER_LENGTH_MAX);
                }
                default -> throw json.unknownField(FIELDS);
            }
        }

        private void ops(StrictJson json, int bit, List<Op> into, Function<StrictJson, Op> reader) {
            met = json.once(met, bit);
            json.beginArray();
            while (json.nextObject()) {
                if (lines.size() + ceilings.size() + guards.size() + takes.size() == CommandView.OPS_MAX) {
                    throw json.fault(
                            "lines, limits, checks and takes are at most " + CommandView.OPS_MAX + " together");
                }
                into.add(reader.apply(json));
            }
        }

        @Override
        public LogRequest question(CallInput in) {
            if (lines.isEmpty()) {
                throw in.malformed("a reservation has \"lines\": at least one");
            }
            if (ttlMs == 0) {
                throw in.malformed("a reservation has \"ttlMs\": at least 1");
            }
            EntityTag.refuse(in, "a reservation");
            List<Op> ops = new ArrayList<>(guards);
            ops.addAll(takes);
            ops.addAll(ceilings);
            ops.addAll(lines);
            return LogRequest.command(
                    in.sender(), in.id(), new Command(CommandKind.TRANSACT, true, ttlMs, ops, new byte[0], owner));
        }
    }

    @Override
    public int status() {
        return 201;
    }

    @Override
    public String location(LogRequest question) {
        return "/v1/reservations/" + SegmentText.encode(question.id());
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        HoldText.created(question.id(), reply, out);
        return NO_VERSION;
    }
}
