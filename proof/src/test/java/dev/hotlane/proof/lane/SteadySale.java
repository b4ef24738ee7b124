package dev.hotlane.proof.lane;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Callers that reserve one unit after the other at one gateway, for ten buyers in turn, each with a limit, and confirm every
 * second one, until it is closed.
 */
final class SteadySale implements AutoCloseable {
    private static final int CALLERS = 4;
    private static final int PAUSE_MS = 25;
    private static final int BUYERS = 10;

    private final Client client;
    private final List<String> keys;
    private final AtomicInteger made = new AtomicInteger();
    private volatile boolean over;

    /** Sells these keys in turn, each of which gets its units first. */
    SteadySale(Client client, Map<String, Integer> units) {
        this.client = client;
        this.keys = List.copyOf(units.keySet());
        for (String key : keys) {
            String path = URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
            WholeLane.told(client, Call.put("units-" + keys.indexOf(key), path, units.get(key)));
        }
    }

    SteadySale start() {
        for (int i = 0; i < CALLERS; i++) {
            next();
        }
        return this;
    }

    private void next() {
        if (over) {
            return;
        }
        int i = made.incrementAndGet();
        String id = "sale-" + i;
        JsonObject body = new JsonObject()
                .put(
                        "lines",
                        new JsonArray()
                                .add(new JsonObject()
                                        .put("key", keys.get(i % keys.size()))
                                        .put("quantity", 1)))
                .put(
                        "limits",
                        new JsonArray()
                                .add(new JsonObject()
                                        .put("key", "limit:sale:u" + i % BUYERS)
                                        .put("quantity", 1)
                                        .put("max", 1_000_000)))
                .put("ttlMs", 600_000)
                .put("owner", "<b>owner</b>");
        client.send(Call.reserve(id, body.encode()))
                .eventually(() -> i % 2 == 0
                        ? client.send(Call.change(id + "-paid", id, "confirm", null))
                                .otherwiseEmpty()
                        : Future.succeededFuture())
                .onComplete(answered -> client.loop().owner().setTimer(PAUSE_MS, later -> next()));
    }

    @Override
    public void close() {
        over = true;
    }
}
