package dev.hotlane.gateway.call;

import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/** {@code GET /v1/reservations/{id}}: linearizable; finds open holds, and resolved ones while they are kept. */
public final class ReservationRead implements Call {

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new Fieldless(in -> LogRequest.hold(in.commandId()));
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        HoldText.one(question.target(), reply, out);
        return NO_VERSION;
    }
}
