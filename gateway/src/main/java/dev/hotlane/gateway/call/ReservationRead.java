package dev.hotlane.gateway.call;

import dev.hotlane.protocol.CommandShape;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.List;

/**
 * {@code GET /v1/reservations/{id}}: linearizable; finds open holds, and resolved ones while they are kept; with {@code
 * owner} only that owner's.
 */
public final class ReservationRead implements Call {
    private static final String OWNER = "owner";
    private static final byte[] ANY = {};

    @Override
    public List<String> parameters() {
        return List.of(OWNER);
    }

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new Fieldless(ReservationRead::question);
    }

    private static LogRequest question(CallInput in) {
        byte[] owner = in.parameters().bytes(OWNER, CommandShape.OWNER_LENGTH_MAX);
        return LogRequest.hold(in.sender(), in.commandId(), owner == null ? ANY : owner);
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        HoldText.one(question.target(), reply, out);
        return NO_VERSION;
    }
}
