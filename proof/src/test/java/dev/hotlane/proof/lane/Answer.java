package dev.hotlane.proof.lane;

import io.vertx.core.json.JsonObject;

/**
 * The answer of a gateway.
 *
 * @param replayed whether it was marked as a repeat
 * @param retryAfter the header's seconds, or -1
 */
record Answer(int status, String body, boolean replayed, long retryAfter) {

    JsonObject json() {
        return new JsonObject(body);
    }

    /** The problem's code, or null for a success. */
    String code() {
        return json().getString("code");
    }

    /** The outcome of this attempt in the body: not_executed, unknown, or null. */
    String outcome() {
        return json().getString("outcome");
    }

    long offset() {
        return json().getLong("offset");
    }

    long value() {
        return json().getLong("value");
    }

    long version() {
        return json().getLong("version");
    }

    /** Whether the call is decided; else the same key may be sent again. */
    boolean isFinal() {
        return status != 503 && status != 504;
    }

    /** Whether it leaves the call open as the contract allows. */
    boolean isHonestlyOpen() {
        return status == 503 && "not_executed".equals(outcome()) && retryAfter > 0
                || status == 504 && "unknown".equals(outcome());
    }
}
