package dev.hotlane.proof.lane;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The calls of a sale: reservations and the commands that end them. */
final class Deal {
    private static final long MINUTE = 60_000;

    private Deal() {}

    /** One unit for a minute. */
    static Call reserve(String id, String stock) {
        return reserve(id, MINUTE, line(stock, 1));
    }

    /** One unit within a limit of one, for a minute. */
    static Call reserve(String id, String stock, String limit) {
        return reserve(id, stock, limit, MINUTE);
    }

    /** One unit within a limit of one, for that number of ms. */
    static Call reserve(String id, String stock, String limit, long ttlMs) {
        JsonObject one = line(limit, 1).put("max", 1);
        return reserve(id, body(ttlMs, line(stock, 1)).put("limits", new JsonArray().add(one)));
    }

    static Call reserve(String id, long ttlMs, JsonObject... lines) {
        return reserve(id, body(ttlMs, lines));
    }

    static Call reserve(String id, JsonObject body) {
        return Call.reserve(id, body.encode());
    }

    static JsonObject line(String key, long quantity) {
        return new JsonObject().put("key", key).put("quantity", quantity);
    }

    static JsonObject body(long ttlMs, JsonObject... lines) {
        JsonArray all = new JsonArray();
        for (JsonObject line : lines) {
            all.add(line);
        }
        return new JsonObject().put("lines", all).put("ttlMs", ttlMs);
    }

    static Call confirm(String key, String id) {
        return Call.change(key, id, "confirm", null);
    }

    static Call cancel(String key, String id) {
        return Call.change(key, id, "cancel", null);
    }

    static Call extend(String key, String id, long ttlMs) {
        return Call.change(key, id, "extend", "{\"ttlMs\":" + ttlMs + "}");
    }

    static Call read(String id) {
        return Call.get("/v1/reservations/" + id);
    }
}
