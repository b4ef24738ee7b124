package dev.hotlane.proof.lane;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * A request to a gateway, which may be sent any number of times.
 *
 * @param key the Idempotency-Key, or null
 * @param body JSON, or null
 * @param ifMatch required version, or -1 for any
 */
record Call(HttpMethod method, String path, String key, String body, long ifMatch) {

    static Call get(String path) {
        return new Call(HttpMethod.GET, path, null, null, -1);
    }

    static Call read(String counter) {
        return get("/v1/counters/" + counter);
    }

    static Call put(String key, String counter, long value) {
        return new Call(HttpMethod.PUT, "/v1/counters/" + counter, key, "{\"value\":" + value + "}", -1);
    }

    /** A put that runs only at that version. */
    static Call putIfMatch(String key, String counter, long value, long version) {
        return new Call(HttpMethod.PUT, "/v1/counters/" + counter, key, "{\"value\":" + value + "}", version);
    }

    static Call increment(String key, String counter, long amount) {
        return post(key, "/v1/counters/" + counter + "/increment", "{\"amount\":" + amount + "}");
    }

    static Call drain(String key, String counter) {
        return post(key, "/v1/counters/" + counter + "/drain", null);
    }

    /** One add to a counter that must not fall below 0. */
    static Call add(String key, String counter, long delta) {
        return transact(key, add(counter, delta));
    }

    static Call transact(String key, JsonObject... ops) {
        JsonArray all = new JsonArray();
        for (JsonObject op : ops) {
            all.add(op);
        }
        return post(key, "/v1/transactions", new JsonObject().put("ops", all).encode());
    }

    static JsonObject add(String counter, long delta) {
        return new JsonObject().put("op", "add").put("key", counter).put("delta", delta);
    }

    /** A reservation of that body under its id. */
    static Call reserve(String id, String body) {
        return post(id, "/v1/reservations", body);
    }

    /** A command on a reservation: confirm, cancel or extend. */
    static Call change(String key, String reservation, String what, String body) {
        return post(key, "/v1/reservations/" + reservation + "/" + what, body);
    }

    static Call abandon(String key, String command) {
        return post(key, "/v1/commands/" + command + "/abandon", null);
    }

    private static Call post(String key, String path, String body) {
        return new Call(HttpMethod.POST, path, key, body, -1);
    }
}
