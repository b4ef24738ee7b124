package dev.hotlane.proof.history;

import io.vertx.core.json.JsonObject;

/**
 * The result of one attempt as its caller sees it. Immutable.
 *
 * @param status of the answer, 0 for none
 * @param replayed whether the answer was marked as decided before this attempt
 * @param body of the answer; empty for none, or if it was no JSON object
 * @param proof of a local answer; null of any other
 */
public record CallResult(Type type, int status, boolean replayed, JsonObject body, ReadProof proof) {

    /** What an attempt can end in. */
    public enum Type {
        /** 2xx. */
        OK,
        /** A JSON answer by which this attempt changed nothing: a refusal of the rules or of the gateway, or 503. */
        FAIL,
        /**
         * 504 or another 5xx, an answer without JSON, no answer in time, or a lost connection. The attempt ran, will
         * run, or never runs.
         */
        UNKNOWN
    }

    /** The result of a call that is no local read. */
    public CallResult(Type type, int status, boolean replayed, JsonObject body) {
        this(type, status, replayed, body, null);
    }

    /** The result of an answer. */
    static CallResult of(int status, boolean replayed, JsonObject body, ReadProof proof) {
        Type type = status >= 200 && status < 300
                ? Type.OK
                : status >= 500 && status != 503 || body.isEmpty() ? Type.UNKNOWN : Type.FAIL;
        return new CallResult(type, status, replayed, body, proof);
    }

    /** The result of no answer. */
    static CallResult nothing() {
        return new CallResult(Type.UNKNOWN, 0, false, new JsonObject());
    }

    /** The sequence that the answer names, in its body or its headers; -1 for none. */
    public long offset() {
        return proof != null ? proof.offset() : body.getLong("offset", -1L);
    }

    /** Whether the command is decided for good: no retry with the same id returns another outcome. */
    public boolean isFinal() {
        return type == Type.OK || type == Type.FAIL && status != 503;
    }
}
