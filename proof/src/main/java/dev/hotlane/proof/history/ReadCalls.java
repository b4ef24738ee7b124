package dev.hotlane.proof.history;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.SplittableRandom;

/** Reads of every kind. Any thread. */
final class ReadCalls {
    private ReadCalls() {}

    static Request next(Group group, SplittableRandom random, int client) {
        String hold = group.hold(random);
        return switch (random.nextInt(hold == null ? 6 : 10)) {
            case 0, 1, 2 -> Request.get("/v1/counters/" + Group.segment(group.any(random)));
            case 3 -> Request.get("/v1/counters/" + Group.segment(group.rate));
            case 4 -> query(group, client);
            case 5 ->
                Request.get("/v1/reservations?key=" + Group.segment(group.stock) + "&limit=" + random.nextInt(1, 20));
            case 6 -> Request.get("/v1/reservations?owner=u" + client + "&state=held&limit=3");
            case 7 -> Request.get("/v1/commands/" + hold);
            default -> Request.get("/v1/reservations/" + hold);
        };
    }

    private static Request query(Group group, int client) {
        JsonArray keys = new JsonArray().add(group.stock).add(group.other).add(group.limit(client));
        return Request.post("/v1/counters/query", null, new JsonObject().put("keys", keys));
    }
}
