package dev.hotlane.infra.demo;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;

/**
 * One intent of a buyer under one idempotency key, sent as often as it takes to learn what became of it. Touched by the
 * buyers' event loop only.
 */
final class DemoCall {
    private static final String RESERVATIONS = "/v1/reservations";
    private static final Buffer NOTHING = Buffer.buffer();

    /** What it is for. */
    enum Purpose {
        /** A buyer's first try to get one. */
        HOLD,
        /** The very same request again, at once: must get the very same answer. */
        DUPLICATE,
        /** A holder has paid. */
        CONFIRM,
        /** A holder gives back what he does not want. */
        CANCEL,
        /** A winner who wants one more under a new key: must be refused by the limit. */
        GREEDY,
        /** A buyer who got none comes back, as units return. */
        COMEBACK
    }

    final Purpose purpose;
    final int buyer;
    final String key;
    final String path;
    final Buffer body;
    final long startedNanos = System.nanoTime();

    /** The call that this one repeats, or null. */
    final DemoCall original;

    /** How many attempts ended without an answer that tells the outcome. */
    int unknown;

    int status;
    boolean replayed;
    String answer;

    private DemoCall(Purpose purpose, int buyer, String key, String path, Buffer body, DemoCall original) {
        this.purpose = purpose;
        this.buyer = buyer;
        this.key = key;
        this.path = path;
        this.body = body;
        this.original = original;
    }

    /** A reservation of that deal. */
    static DemoCall reserve(Purpose purpose, int buyer, String key, Deal deal) {
        return new DemoCall(purpose, buyer, key, RESERVATIONS, deal.reservation(buyer), null);
    }

    /** The same request under the same key. */
    DemoCall twin() {
        return new DemoCall(Purpose.DUPLICATE, buyer, key, path, body, this);
    }

    /** What the holder does with this reservation, under a key of its own. */
    DemoCall resolve(Purpose how, String newKey) {
        String verb = how == Purpose.CONFIRM ? "/confirm" : "/cancel";
        return new DemoCall(how, buyer, newKey, RESERVATIONS + "/" + key + verb, NOTHING, null);
    }

    boolean isAnswered() {
        return answer != null;
    }

    /** The code of a problem, or null. */
    String code() {
        return new JsonObject(answer).getString("code");
    }
}
