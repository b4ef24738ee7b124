package dev.hotlane.proof.history;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;

/**
 * One call of the HTTP contract, which may be sent any number of times. Immutable.
 *
 * @param id the Idempotency-Key, or null of a read
 * @param body JSON, or null
 * @param ifMatch required version, {@link #ANY} for no condition, {@link #ABSENT} for no counter
 */
public record Request(HttpMethod method, String path, String id, JsonObject body, long ifMatch) {
    /** No condition. */
    public static final long ANY = -1;

    /** If-None-Match: * */
    public static final long ABSENT = -2;

    /** A read. */
    public static Request get(String path) {
        return new Request(HttpMethod.GET, path, null, null, ANY);
    }

    /** A command, or without an id a query. */
    public static Request post(String path, String id, JsonObject body) {
        return new Request(HttpMethod.POST, path, id, body, ANY);
    }

    /** The request's object in the history. */
    JsonObject json() {
        JsonObject json = new JsonObject().put("method", method.name()).put("path", path);
        if (ifMatch != ANY) {
            json.put("ifMatch", ifMatch == ABSENT ? "absent" : Long.toString(ifMatch));
        }
        return body == null ? json : json.put("body", body);
    }

    /** The same request with another id. */
    Request under(String otherId) {
        return new Request(method, path, otherId, body, ifMatch);
    }
}
