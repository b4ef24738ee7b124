package dev.hotlane.console;

import dev.hotlane.access.Prefixes;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;

/** The figures of a second as a caller may see them: without the keys that it may not read. Without state. */
final class ShownFigures {
    private static final int HOT_KEYS_MAX = 20;

    private ShownFigures() {}

    /** Those of these keys; null if there are none yet. What is given stays as it is. */
    static JsonObject of(JsonObject figures, Prefixes keys) {
        if (figures == null) {
            return null;
        }
        JsonObject shown = shallow(figures);
        if (!keys.equals(Prefixes.ALL)) {
            shown.put("limited", true);
        }
        rows(shown, "sale", keys, Integer.MAX_VALUE);
        // Its rows are prefixes: one that is covered has no key that is not.
        rows(shown, "limits", keys, Integer.MAX_VALUE);
        rows(shown, "hot", keys, HOT_KEYS_MAX);
        return shown;
    }

    private static void rows(JsonObject shown, String part, Prefixes keys, int most) {
        JsonObject table = shallow(shown.getJsonObject(part));
        if (table.getValue("rows") instanceof JsonArray rows) {
            JsonArray kept = new JsonArray();
            for (Object row : rows) {
                String key = ((JsonObject) row).getString("key");
                if (kept.size() < most && keys.cover(key.getBytes(StandardCharsets.UTF_8))) {
                    kept.add(row);
                }
            }
            table.put("rows", kept);
        }
        shown.put(part, table);
    }

    private static JsonObject shallow(JsonObject of) {
        return new JsonObject(new LinkedHashMap<>(of.getMap()));
    }
}
