package dev.hotlane.console.sale;

import dev.hotlane.gateway.listing.CounterListing;
import dev.hotlane.gateway.listing.PageRequest;
import dev.hotlane.gateway.settings.MySqlSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The counters under one prefix as MySQL has them, at most 200, read once a second, and when each was seen to reach 0. On
 * the event loop.
 */
public final class SaleBoard implements AutoCloseable {
    private static final int KEYS_MAX = 200;
    private static final long TIME_MAX_MS = 1_000;

    private final Vertx vertx;
    private final CounterListing listing;
    private final PageRequest request;
    private final String prefix;
    private final Map<String, Long> left = new HashMap<>();
    private final Map<String, Long> soldOut = new HashMap<>();
    private JsonObject shown;
    private boolean asked;

    /** {@code mysql} null: there is no database, and the board says so. The prefix has at least one byte. */
    public SaleBoard(Vertx vertx, MySqlSettings mysql, String prefix) {
        this.vertx = vertx;
        this.prefix = prefix;
        listing = mysql == null ? null : new CounterListing(mysql);
        byte[] from = prefix.getBytes(StandardCharsets.UTF_8);
        byte[] to = from.clone();
        to[to.length - 1]++;
        request = new PageRequest(from, to, KEYS_MAX);
        shown = fault(
                mysql == null
                        ? "No database is named: start the console with --mysql-url and an account that may read."
                        : "MySQL was not read yet.");
    }

    private JsonObject fault(String text) {
        return new JsonObject().put("prefix", prefix).put("fault", text);
    }

    /** Reads again unless an earlier query is on its way; {@code now} in ms since 1970. Called once a second. */
    public void round(long now) {
        if (listing == null || asked) {
            return;
        }
        asked = true;
        Future.fromCompletionStage(
                        listing.page(request).copy().orTimeout(TIME_MAX_MS, TimeUnit.MILLISECONDS),
                        vertx.getOrCreateContext())
                .onComplete(
                        page -> {
                            asked = false;
                            shown = board(Buffer.buffer(page).toJsonObject(), now);
                        },
                        cause -> {
                            asked = false;
                            shown = fault("MySQL does not give the counters; it is asked again every second.");
                            left.clear();
                        });
    }

    /** What the last query returned, or why there is nothing to show. */
    public JsonObject shown() {
        return shown;
    }

    /** The document of a page of counters as rows; visible for tests. */
    JsonObject board(JsonObject page, long now) {
        JsonArray rows = new JsonArray();
        long time = page.getLong("time", 0L);
        Set<String> keys = new HashSet<>();
        for (Object each : page.getJsonArray("counters", new JsonArray())) {
            JsonObject counter = (JsonObject) each;
            if (counter.getBoolean("bucket", false)) {
                continue;
            }
            String key = counter.getString("key");
            keys.add(key);
            long units = counter.getLong("value");
            long confirmed = counter.getLong("confirmed");
            long held = counter.getLong("held");
            look(key, units, time);
            JsonObject row = new JsonObject()
                    .put("key", key)
                    .put("left", units)
                    .put("held", held)
                    .put("confirmed", confirmed);
            if (units <= 0 && held + confirmed > 0) {
                // Null: it was sold out when it was first seen.
                row.put("soldOut", soldOut.get(key));
            }
            rows.add(row);
        }
        left.keySet().retainAll(keys);
        soldOut.keySet().retainAll(keys);
        return new JsonObject()
                .put("prefix", prefix)
                .put("at", now)
                .put("time", time)
                .put("rows", rows)
                .put("more", page.containsKey("cursor"));
    }

    private void look(String key, long units, long time) {
        Long before = left.put(key, units);
        if (units > 0) {
            soldOut.remove(key);
        } else if (before != null && before > 0) {
            soldOut.put(key, time);
        }
    }

    @Override
    public void close() {
        if (listing != null) {
            listing.close();
        }
    }
}
