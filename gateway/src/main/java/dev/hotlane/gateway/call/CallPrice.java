package dev.hotlane.gateway.call;

import dev.hotlane.access.rate.CallCost;
import dev.hotlane.protocol.sbe.CommandKind;

/** What requests to the log cost by their principal's rate, beyond the unit that each call costs. Any thread; no state. */
public final class CallPrice {
    private CallPrice() {}

    /** What a reply costs that names one more copy of a hold in the window: as much as an extend. */
    public static final int COPY = CallCost.EXTEND_REST;

    /** The rest, in sixteenths of a unit. */
    public static int rest(LogRequest question) {
        if (question.writes()) {
            return question.kind() == CommandKind.EXTEND ? CallCost.EXTEND_REST : CallCost.rest(question.opCount(), 0);
        }
        return switch (question.readKind()) {
            case COUNTERS -> CallCost.rest(0, question.keys().size());
            case HOLDS -> CallCost.PAGE_REST;
            case HOLD, COMMAND -> 0;
            case NULL_VAL -> throw new IllegalStateException("a read of no kind");
        };
    }
}
