package dev.hotlane.proof.history;

import dev.hotlane.infra.log.Uuid7;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.SplittableRandom;

/** Makes the next request of one client. Owned by the event loop of its workload. */
final class Intents {
    private static final long HOUR_MS = 3_600_000;
    private static final int STOCK_IN_MAX = 40;
    private static final int TTL_MS_MIN = 200;
    private static final int TTL_MS_MAX = 4_000;

    private final String name;
    private final int client;
    private final SplittableRandom random;
    private final Uuid7 uuids;
    private int made;

    Intents(String name, int client, SplittableRandom random) {
        this.name = name;
        this.client = client;
        this.random = random;
        uuids = new Uuid7(random.nextLong());
    }

    /** A fresh id. Half of the ids carry a time, and one in a hundred of these is an hour off. */
    String id() {
        made++;
        if (random.nextBoolean()) {
            return name + "-" + client + "-" + made;
        }
        int odd = random.nextInt(200);
        long away = odd == 0 ? -HOUR_MS : odd == 1 ? HOUR_MS : 0;
        return uuids.next(System.currentTimeMillis() + away).toString();
    }

    /** The next call on that group: every fifth is a read. */
    Request next(Group group) {
        return random.nextInt(5) == 0 ? ReadCalls.next(group, random, client) : command(group);
    }

    /** A command on that group. */
    Request command(Group group) {
        int dice = random.nextInt(80);
        if (dice < 30) {
            return transact(group);
        } else if (dice < 47) {
            return Request.post("/v1/reservations", id(), reservation(group));
        } else if (dice < 65) {
            return change(group);
        }
        return single(group);
    }

    private Request transact(Group group) {
        JsonArray ops = new JsonArray();
        int amount = random.nextInt(1, 10);
        switch (random.nextInt(8)) {
            case 0 ->
                ops.add(Group.op("add", group.stock).put("delta", random.nextInt(1, STOCK_IN_MAX)))
                        .add(Group.op("add", group.other).put("delta", random.nextInt(1, STOCK_IN_MAX)));
            case 1 ->
                ops.add(Group.op("add", group.stock).put("delta", -amount))
                        .add(Group.op("add", group.other).put("delta", amount));
            case 2 ->
                ops.add(Group.op("check", group.stock).put("min", amount))
                        .add(Group.op("add", group.limit(client))
                                .put("delta", 1)
                                .put("max", 5))
                        .add(Group.op("add", group.stock).put("delta", -1));
            case 3 ->
                ops.add(Group.op("add", group.any(random))
                        .put("delta", random.nextBoolean() ? -amount : amount)
                        .put("max", 100)
                        .put("clamp", true));
            case 4 ->
                ops.add(Group.op("check", group.count)
                                .put("notAfter", System.currentTimeMillis() + random.nextInt(-200, 2_000)))
                        .add(Group.op("add", group.count).put("delta", amount).putNull("min"));
            case 5, 6 ->
                ops.add(Group.op("add", group.plus).put("delta", amount))
                        .add(Group.op("add", group.minus).put("delta", -amount).putNull("min"));
            default ->
                ops.add(Group.op("take", group.rate)
                                .put("tokens", random.nextInt(3))
                                .put("count", 10)
                                .put("periodMs", 1_000)
                                .put("burst", 10))
                        .add(Group.op("add", group.any(random)).put("delta", -amount));
        }
        return Request.post("/v1/transactions", id(), new JsonObject().put("ops", ops));
    }

    private JsonObject reservation(Group group) {
        int quantity = random.nextInt(1, 5);
        JsonArray lines = new JsonArray().add(line(group.stock, quantity));
        if (random.nextInt(3) == 0) {
            lines.add(line(random.nextInt(4) == 0 ? group.stock : group.other, random.nextInt(1, 4)));
        }
        JsonObject body = new JsonObject()
                .put("lines", lines)
                .put("ttlMs", random.nextInt(TTL_MS_MIN, TTL_MS_MAX))
                .put("owner", "u" + client);
        if (random.nextBoolean()) {
            body.put(
                    "limits",
                    new JsonArray().add(line(group.limit(client), quantity).put("max", 8)));
        }
        return body;
    }

    static JsonObject line(String key, int quantity) {
        return new JsonObject().put("key", key).put("quantity", quantity);
    }

    private Request change(Group group) {
        String hold = group.hold(random);
        if (hold == null) {
            return Request.post("/v1/reservations", id(), reservation(group));
        }
        String path = "/v1/reservations/" + hold;
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> Request.post(path + "/confirm", id(), new JsonObject());
            case 3, 4 -> Request.post(path + "/cancel", id(), null);
            case 5 ->
                Request.post(
                        path + "/extend", id(), new JsonObject().put("ttlMs", random.nextInt(TTL_MS_MIN, TTL_MS_MAX)));
            default ->
                Request.post(
                        path + "/confirm",
                        id(),
                        new JsonObject().put("lines", new JsonArray().add(line(group.stock, random.nextInt(1, 4)))));
        };
    }

    private Request single(Group group) {
        String counter = "/v1/counters/" + Group.segment(group.any(random));
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 ->
                Request.post(counter + "/increment", id(), new JsonObject().put("amount", random.nextInt(-5, 15)));
            case 4 -> Request.post(counter + "/drain", id(), null);
            case 5 -> put(counter, random.nextInt(100));
            case 6 -> new Request(HttpMethod.DELETE, counter, id(), null, Request.ANY);
            default ->
                Request.post(
                        "/v1/buckets/" + Group.segment(group.rate) + "/take",
                        id(),
                        new JsonObject()
                                .put("tokens", random.nextInt(1, 4))
                                .put("count", 20)
                                .put("periodMs", 1_000)
                                .put("burst", 10));
        };
    }

    private Request put(String counter, int value) {
        long condition = random.nextInt(4) == 0 ? Request.ABSENT : Request.ANY;
        return new Request(HttpMethod.PUT, counter, id(), new JsonObject().put("value", value), condition);
    }

    /** The request that abandons that command. */
    Request abandon(String command) {
        return Request.post("/v1/commands/" + command + "/abandon", id(), null);
    }
}
