package dev.hotlane.proof.lane;

import io.vertx.core.json.JsonObject;

/**
 * What a gateway said.
 *
 * @param replayed whether it was marked as told before
 * @param retryAfter the header's seconds, or -1
 */
record Answer(int status, String body, boolean replayed, long retryAfter) {

    JsonObject json() {
        return new JsonObject(body);
    }

    /** The problem's code, or null of a success. */
    String code() {
        return json().getString("code");
    }

    /** What it says of this attempt: not_executed, unknown, or null. */
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

    /** Whether it decides the call for good; else the same key may be sent again. */
    boolean isFinal() {
        return status != 503 && status != 504;
    }

    /** Whether it leaves the call open in the way that the contract allows. */
    boolean isHonestlyOpen() {
        return status == 503 && "not_executed".equals(outcome()) && retryAfter > 0
                || status == 504 && "unknown".equals(outcome());
    }
}
