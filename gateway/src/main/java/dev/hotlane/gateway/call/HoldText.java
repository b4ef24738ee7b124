package dev.hotlane.gateway.call;

import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.Arrays;

/** Writes holds of a reply as reservations in JSON, in one form for all calls. Any thread. */
final class HoldText {
    private static final byte[] ID = JsonText.ascii("{\"id\":");
    private static final byte[] STATE = JsonText.ascii(",\"state\":");
    private static final byte[] OWNER = JsonText.ascii(",\"owner\":");
    private static final byte[] CREATED_AT = JsonText.ascii(",\"createdAt\":");
    private static final byte[] EXPIRES_AT = JsonText.ascii(",\"expiresAt\":");
    private static final byte[] RESOLVED_AT = JsonText.ascii(",\"resolvedAt\":");
    private static final byte[] LINES = JsonText.ascii(",\"lines\":[");
    private static final byte[] LIMITS = JsonText.ascii(",\"limits\":[");
    private static final byte[] KEY = JsonText.ascii("{\"key\":");
    private static final byte[] QUANTITY = JsonText.ascii(",\"quantity\":");
    private static final byte[] REMAINING = JsonText.ascii(",\"remaining\":");
    private static final byte[] CONFIRMED = JsonText.ascii(",\"confirmed\":");

    private HoldText() {}

    /** Writes the one hold of a reply, which must have this id; call it once per reply. */
    static void one(byte[] id, ReplyDecoder reply, JsonText out) {
        only(id, reply, false, out);
    }

    /** The same for the reply to the hold's creation, which includes what remained. */
    static void created(byte[] id, ReplyDecoder reply, JsonText out) {
        only(id, reply, true, out);
    }

    private static void only(byte[] id, ReplyDecoder reply, boolean remaining, JsonText out) {
        ReplyDecoder.HoldsDecoder holds = ReplyFields.holds(reply);
        if (holds.count() != 1) {
            throw new IllegalStateException("the reply has " + holds.count() + " holds, expected 1");
        }
        byte[] found = write(holds.next(), reply, true, remaining, out);
        if (!Arrays.equals(found, id)) {
            throw new IllegalStateException("the reply speaks of another hold");
        }
    }

    /**
     * Writes the current hold as an entry of a page, without offset and time. The reply's limit is then behind this
     * hold.
     */
    static void listed(ReplyDecoder.HoldsDecoder hold, ReplyDecoder reply, JsonText out) {
        write(hold, reply, false, false, out);
    }

    /** Writes the current hold as part of a stored outcome; for its creation it includes what remained. */
    static void stored(ReplyDecoder.HoldsDecoder hold, ReplyDecoder reply, boolean creation, JsonText out) {
        write(hold, reply, true, creation, out);
    }

    private static byte[] write(
            ReplyDecoder.HoldsDecoder hold, ReplyDecoder reply, boolean dated, boolean remaining, JsonText out) {
        int start = reply.limit();
        boolean limited = false;
        for (ReplyDecoder.HoldsDecoder.LinesDecoder line : hold.lines()) {
            limited |= line.quantity() < 0;
            line.skipKey();
        }
        byte[] id = new byte[hold.idLength()];
        hold.getId(id, 0, id.length);
        byte[] owner = new byte[hold.ownerLength()];
        hold.getOwner(owner, 0, owner.length);
        int end = reply.limit();
        head(hold, id, owner, out);
        if (dated) {
            ReplyFields.decision(reply, out);
        }
        reply.limit(start);
        lines(hold, 1, remaining, out.raw(LINES));
        if (limited) {
            reply.limit(start);
            lines(hold, -1, remaining, out.raw(LIMITS));
        }
        out.raw('}');
        reply.limit(end);
        return id;
    }

    private static void head(ReplyDecoder.HoldsDecoder hold, byte[] id, byte[] owner, JsonText out) {
        out.raw(ID).string(id).raw(STATE).string(word(hold.state()));
        if (owner.length > 0) {
            out.raw(OWNER).string(owner);
        }
        out.raw(CREATED_AT).number(hold.createdAt()).raw(EXPIRES_AT).number(hold.expiresAt());
        if (hold.state() != HoldState.HELD) {
            out.raw(RESOLVED_AT).number(hold.resolvedAt());
        }
    }

    /** Writes the lines whose quantity has this sign: 1 for stock, -1 for limits. */
    private static void lines(ReplyDecoder.HoldsDecoder hold, int sign, boolean remaining, JsonText out) {
        boolean confirmed = hold.state() == HoldState.CONFIRMED;
        boolean first = true;
        for (ReplyDecoder.HoldsDecoder.LinesDecoder line : hold.lines()) {
            if (Long.signum(line.quantity()) != sign) {
                line.skipKey();
                continue;
            }
            if (!first) {
                out.raw(',');
            }
            first = false;
            byte[] key = new byte[line.keyLength()];
            line.getKey(key, 0, key.length);
            out.raw(KEY).string(key).raw(QUANTITY).number(sign * line.quantity());
            if (remaining && sign > 0) {
                out.raw(REMAINING).number(line.remaining());
            }
            if (confirmed) {
                out.raw(CONFIRMED).number(sign * line.confirmed());
            }
            out.raw('}');
        }
        out.raw(']');
    }

    private static String word(HoldState state) {
        return switch (state) {
            case HELD -> "held";
            case CONFIRMED -> "confirmed";
            case CANCELLED -> "cancelled";
            case EXPIRED -> "expired";
            default -> throw new IllegalStateException("the reply has a hold in no state");
        };
    }
}
