package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The calls that change the reservation in the path; each returns the reservation after the change. */
public final class ReservationChange implements Call {
    private static final byte[] NO_OWNER = {};

    /**
     * {@code POST /v1/reservations/{id}/confirm}, {@code {"lines":[{"key","quantity"}]}}; an empty body confirms all.
     */
    public static final Call CONFIRM = new ReservationChange(Confirm::new);

    /** {@code POST /v1/reservations/{id}/cancel}. */
    public static final Call CANCEL = new ReservationChange(
            () -> new Fieldless(in -> question(in, "a cancel", CommandKind.CANCEL, 0, List.of())));

    /** {@code POST /v1/reservations/{id}/extend} {@code {"ttlMs"}}: counted from now. */
    public static final Call EXTEND = new ReservationChange(Extend::new);

    private final Supplier<Draft> drafts;

    private ReservationChange(Supplier<Draft> drafts) {
        this.drafts = drafts;
    }

    @Override
    public Draft draft(CallInput.Limits limits) {
        return drafts.get();
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        HoldText.one(question.target(), reply, out);
        return NO_VERSION;
    }

    private static LogRequest question(CallInput in, String words, CommandKind kind, long ttlMs, List<Op> lines) {
        EntityTag.refuse(in, words);
        return LogRequest.command(in.id(), new Command(kind, false, ttlMs, lines, in.commandId(), NO_OWNER));
    }

    /** The value of {@code ttlMs} in ms; the lane judges whether it is too long. */
    static long ttl(StrictJson json) {
        long ttlMs = json.integer();
        if (ttlMs < 1) {
            throw json.fault("expected at least 1 millisecond");
        }
        return ttlMs;
    }

    private static final class Confirm implements Draft {
        private final List<Op> lines = new ArrayList<>(2);
        private int met;

        @Override
        public void field(String name, StrictJson json) {
            if (!name.equals("lines")) {
                throw json.unknownField("lines");
            }
            met = json.once(met, 1);
            json.beginArray();
            while (json.nextObject()) {
                if (lines.size() == CommandView.OPS_MAX) {
                    throw json.fault("a confirm names at most " + CommandView.OPS_MAX + " lines");
                }
                lines.add(HoldLine.confirmed(json));
            }
            if (lines.isEmpty()) {
                throw json.fault("expected at least one line; leave \"lines\" out to confirm all, or cancel"
                        + " the reservation to keep nothing");
            }
        }

        @Override
        public LogRequest question(CallInput in) {
            return ReservationChange.question(in, "a confirm", CommandKind.CONFIRM, 0, lines);
        }
    }

    private static final class Extend implements Draft {
        private long ttlMs;
        private int met;

        @Override
        public void field(String name, StrictJson json) {
            if (!name.equals("ttlMs")) {
                throw json.unknownField("ttlMs");
            }
            met = json.once(met, 1);
            ttlMs = ttl(json);
        }

        @Override
        public LogRequest question(CallInput in) {
            if (ttlMs == 0) {
                throw in.malformed("an extend has \"ttlMs\": at least 1");
            }
            return ReservationChange.question(in, "an extend", CommandKind.EXTEND, ttlMs, List.of());
        }
    }
}
