package dev.hotlane.console.sale;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The stock keys under one prefix, and when each was seen to reach 0. On the event loop. */
final class SaleBoard {
    private final String prefix;
    private final Map<String, Long> left = new HashMap<>();
    private final Map<String, Long> soldOut = new HashMap<>();
    private JsonObject shown;

    /** Shows that text until the first page. */
    SaleBoard(String prefix, String text) {
        this.prefix = prefix;
        shown = fault(text);
    }

    private JsonObject fault(String text) {
        return new JsonObject().put("prefix", prefix).put("fault", text);
    }

    /** Shows that text in place of the stock. */
    void away(String text) {
        shown = fault(text);
        left.clear();
    }

    /** The newest page as rows, or why there are none. */
    JsonObject shown() {
        return shown;
    }

    /** Takes a page of counters, read at {@code now}. */
    void take(JsonObject page, long now) {
        JsonArray rows = new JsonArray();
        long time = page.getLong("time", 0L);
        Set<String> keys = new HashSet<>();
        for (Object each : page.getJsonArray("counters", new JsonArray())) {
            JsonObject counter = (JsonObject) each;
            if (!counter.getBoolean("bucket", false)) {
                keys.add(counter.getString("key"));
                rows.add(row(counter, time));
            }
        }
        left.keySet().retainAll(keys);
        soldOut.keySet().retainAll(keys);
        shown = new JsonObject()
                .put("prefix", prefix)
                .put("at", now)
                .put("time", time)
                .put("rows", rows)
                .put("more", page.containsKey("cursor"));
    }

    private JsonObject row(JsonObject counter, long time) {
        String key = counter.getString("key");
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
        return row;
    }

    private void look(String key, long units, long time) {
        Long before = left.put(key, units);
        if (units > 0) {
            soldOut.remove(key);
        } else if (before != null && before > 0) {
            soldOut.put(key, time);
        }
    }
}
