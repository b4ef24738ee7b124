package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import java.util.function.Function;

/** The draft of a call without fields: its body is empty or an empty object. */
record Fieldless(Function<CallInput, LogRequest> reader) implements Draft {
    @Override
    public void field(String name, StrictJson json) {
        throw json.unknownField("none");
    }

    @Override
    public LogRequest question(CallInput in) {
        return reader.apply(in);
    }
}
