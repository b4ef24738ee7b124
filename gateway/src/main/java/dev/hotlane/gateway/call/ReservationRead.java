package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/** {@code GET /v1/reservations/{id}}: linearizable; open and for a time after it is resolved. */
public final class ReservationRead implements Call {

    @Override
    public Draft draft(Asking.Limits limits) {
        return new Fieldless(in -> Question.hold(in.commandId()));
    }

    @Override
    public long answer(Question question, ReplyDecoder reply, JsonText out) {
        HoldText.one(question.target(), reply, out);
        return NO_VERSION;
    }
}
