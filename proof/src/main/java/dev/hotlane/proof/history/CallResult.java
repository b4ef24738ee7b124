package dev.hotlane.proof.history;

import io.vertx.core.json.JsonObject;

/**
 * What became of one attempt, as far as its caller can know. Immutable.
 *
 * @param status of the answer, 0 for none
 * @param replayed whether it was marked as decided before this attempt
 * @param body of the answer; empty for none, or if it was no JSON object
 */
public record CallResult(Type type, int status, boolean replayed, JsonObject body) {

    /** What an attempt can end in. */
    public enum Type {
        /** 2xx. */
        OK,
        /** An answer that says this attempt changed nothing: a refusal of the rules, of the gateway, or 503. */
        FAIL,
        /** 504, no answer in time, or a lost connection: it may have run, may run yet, or never. */
        UNKNOWN
    }

    /** Of an answer that came. */
    static CallResult of(int status, boolean replayed, JsonObject body) {
        Type type = status >= 200 && status < 300
                ? Type.OK
                : status >= 500 && status != 503 || body.isEmpty() ? Type.UNKNOWN : Type.FAIL;
        return new CallResult(type, status, replayed, body);
    }

    /** Of no answer. */
    static CallResult nothing() {
        return new CallResult(Type.UNKNOWN, 0, false, new JsonObject());
    }

    /** Whether it decides the command for good: no retry with the same id can tell anything else. */
    public boolean isFinal() {
        return type == Type.OK || type == Type.FAIL && status != 503;
    }
}
