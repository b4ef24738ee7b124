package dev.hotlane.gateway.call;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.CommandShape;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * {@code GET /v1/reservations}: a page of reservations, newest first, as of one offset. A page may have fewer entries
 * than the limit, even none. Only a page without a cursor is the last.
 */
public final class ReservationList implements Call {
    private static final int USUAL_LIMIT = 20;
    private static final byte[] RESERVATIONS = JsonText.ascii("{\"reservations\":[");
    private static final byte[] NONE = {};

    @Override
    public List<String> parameters() {
        return List.of("owner", "key", "state", "cursor", "limit");
    }

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new Fieldless(in -> page(in.sender(), in.parameters()));
    }

    private static LogRequest page(Sender sender, Parameters in) {
        byte[] owner = in.bytes("owner", CommandShape.OWNER_LENGTH_MAX);
        int limit = in.number("limit", 1, ReadView.PAGE_MAX, USUAL_LIMIT);
        ReadView.Page page = new ReadView.Page(state(in.text("state")), limit, owner == null ? NONE : owner);
        return LogRequest.holds(sender, page, in.bytes("key", Op.KEY_LENGTH_MAX), cursor(in.text("cursor")));
    }

    private static HoldState state(String word) {
        if (word == null) {
            return HoldState.NONE;
        }
        for (HoldState state : HoldState.values()) {
            if (state.value() >= HoldState.HELD.value()
                    && state != HoldState.NULL_VAL
                    && state.name().toLowerCase(Locale.ROOT).equals(word)) {
                return state;
            }
        }
        throw Parameters.fault("state", "expected one of held, confirmed, cancelled, expired");
    }

    private static byte[] cursor(String text) {
        if (text == null) {
            return NONE;
        }
        try {
            byte[] id = Base64.getUrlDecoder().decode(text);
            if (CommandId.isId(id, 0, id.length)) {
                return id;
            }
        } catch (IllegalArgumentException e) {
            throw noCursor();
        }
        throw noCursor();
    }

    private static RuntimeException noCursor() {
        return Parameters.fault("cursor", "expected what the page before gave, as it is");
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        out.raw(RESERVATIONS);
        boolean first = true;
        for (ReplyDecoder.HoldsDecoder hold : ReplyFields.holds(reply)) {
            if (!first) {
                out.raw(',');
            }
            first = false;
            HoldText.listed(hold, reply, out);
        }
        out.raw(']').raw(',').name("offset").number(reply.sequence());
        out.raw(',').name("time").number(reply.time());
        byte[] cursor = new byte[reply.cursorLength()];
        reply.getCursor(cursor, 0, cursor.length);
        if (cursor.length > 0) {
            out.raw(',')
                    .name("cursor")
                    .string(Base64.getUrlEncoder().withoutPadding().encode(cursor));
        }
        out.raw('}');
        return NO_VERSION;
    }
}
