package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.CommandShape;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The calls that change the reservation in the path; each returns the reservation after the change. Each may name the
 * {@code owner} that the reservation must have; another owner's is not found.
 */
public final class ReservationChange implements Call {
    /**
     * {@code POST /v1/reservations/{id}/confirm}, {@code {"lines":[{"key","quantity"}]}}; an empty body confirms all.
     */
    public static final Call CONFIRM = new ReservationChange(Confirm::new);

    /** {@code POST /v1/reservations/{id}/cancel}. */
    public static final Call CANCEL = new ReservationChange(Cancel::new);

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

    /** The fields of a change: {@code owner}, and those of its kind. */
    private abstract static class Change implements Draft {
        private static final int OWNER_BIT = 1;

        private final String fields;
        private byte[] owner = {};
        private int met;

        /** A change with these fields besides {@code owner}, as a rejection names them. */
        Change(String fields) {
            this.fields = fields;
        }

        @Override
        public final void field(String name, StrictJson json) {
            if (name.equals("owner")) {
                met = json.once(met, OWNER_BIT);
                owner = json.utf8("an owner", CommandShape.OWNER_LENGTH_MAX);
            } else if (!own(name, json)) {
                throw json.unknownField(fields);
            }
        }

        /** Reads a field of its kind; returns false if it has none of that name. */
        abstract boolean own(String name, StrictJson json);

        final LogRequest question(CallInput in, String words, CommandKind kind, long ttlMs, List<Op> lines) {
            EntityTag.refuse(in, words);
            Command command = new Command(kind, false, ttlMs, lines, in.commandId(), owner);
            return LogRequest.command(in.sender(), in.id(), command);
        }
    }

    private static final class Cancel extends Change {
        Cancel() {
            super("owner");
        }

        @Override
        boolean own(String name, StrictJson json) {
            return false;
        }

        @Override
        public LogRequest question(CallInput in) {
            return question(in, "a cancel", CommandKind.CANCEL, 0, List.of());
        }
    }

    /** The value of {@code ttlMs} in ms; the lane judges whether it is too long. */
    static long ttl(StrictJson json) {
        long ttlMs = json.integer();
        if (ttlMs < 1) {
            throw json.fault("expected at least 1 millisecond");
        }
        return ttlMs;
    }

    private static final class Confirm extends Change {
        private final List<Op> lines = new ArrayList<>(2);
        private int met;

        Confirm() {
            super("lines, owner");
        }

        @Override
        boolean own(String name, StrictJson json) {
            if (!name.equals("lines")) {
                return false;
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
            return true;
        }

        @Override
        public LogRequest question(CallInput in) {
            return question(in, "a confirm", CommandKind.CONFIRM, 0, lines);
        }
    }

    private static final class Extend extends Change {
        private long ttlMs;
        private int met;

        Extend() {
            super("ttlMs, owner");
        }

        @Override
        boolean own(String name, StrictJson json) {
            if (!name.equals("ttlMs")) {
                return false;
            }
            met = json.once(met, 1);
            ttlMs = ttl(json);
            return true;
        }

        @Override
        public LogRequest question(CallInput in) {
            if (ttlMs == 0) {
                throw in.malformed("an extend has \"ttlMs\": at least 1");
            }
            return question(in, "an extend", CommandKind.EXTEND, ttlMs, List.of());
        }
    }
}
