package dev.hotlane.infra.demo;

import io.vertx.core.buffer.Buffer;

/**
 * One intent of a buyer under one idempotency key, sent as often as it takes to learn what became of it. Touched by the
 * buyers' event loop only.
 */
final class Call {
    /** What it is for. */
    enum Purpose {
        /** A buyer's first and only try. */
        BUY,
        /** The very same request again, at once: must get the very same answer. */
        DUPLICATE,
        /** A winner who wants one more under a new key: must be refused by the limit. */
        GREEDY
    }

    final Purpose purpose;
    final int buyer;
    final String key;
    final Buffer body;
    final long startedNanos = System.nanoTime();

    /** The call that this one repeats, or null. */
    final Call original;

    int attempts;

    /** How many attempts ended without an answer that tells the outcome. */
    int unknown;

    int status;
    boolean replayed;
    String answer;

    Call(Purpose purpose, int buyer, String key, Buffer body, Call original) {
        this.purpose = purpose;
        this.buyer = buyer;
        this.key = key;
        this.body = body;
        this.original = original;
    }

    boolean isAnswered() {
        return answer != null;
    }
}
