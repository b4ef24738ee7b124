package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;

/**
 * Builds a question from the fields of one JSON object: a body, or a line of a batch. Serves one request. Throws a
 * {@link dev.hotlane.gateway.problem.RequestRefused} for any field or value that the call does not take.
 */
public interface Draft {
    /** Reads the value of a field; throws if the call has no such field. */
    void field(String name, StrictJson json);

    /** Called after all fields were read, also if there was no JSON at all. */
    LogRequest question(CallInput in);
}
