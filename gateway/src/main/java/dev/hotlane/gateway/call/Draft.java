package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;

/**
 * A question in the making, out of the fields of one JSON object: a body of its own, or a line of a batch. Serves one
 * request; throws a {@link dev.hotlane.gateway.problem.RequestRefused} for anything that is not asked for.
 */
public interface Draft {
    /** Reads the value of a field, or refuses a field that it does not know. */
    void field(String name, StrictJson json);

    /** All fields were read; there may have been no JSON at all. */
    LogRequest question(CallInput in);
}
