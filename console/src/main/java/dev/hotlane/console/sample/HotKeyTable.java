package dev.hotlane.console.sample;

import dev.hotlane.console.source.ReadSource;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys that writes name, the most used first, of the gateways that answer. Without state. */
final class HotKeyTable {
    private HotKeyTable() {}

    /**
     * The table.
     *
     * @param gateways gateways that answer now
     */
    static JsonObject of(List<ReadSource> gateways) {
        Map<String, long[]> byKey = new HashMap<>();
        long sampled = 0;
        long every = 0;
        for (ReadSource source : gateways) {
            JsonObject hot = StatsPart.gateway(source.newest().stats()).hotKeys();
            sampled += StatsPart.number(hot.getValue("sampled"), 0);
            every = Math.max(every, StatsPart.number(hot.getValue("every"), 0));
            for (Object each : StatsPart.array(hot, "keys")) {
                if (each instanceof JsonObject one && one.getValue("key") instanceof String key) {
                    long[] sums = byKey.computeIfAbsent(key, fresh -> new long[2]);
                    sums[0] += StatsPart.number(one.getValue("uses"), 0);
                    sums[1] += StatsPart.number(one.getValue("certain"), 0);
                }
            }
        }
        JsonArray rows = new JsonArray();
        byKey.entrySet().stream()
                .sorted(Map.Entry.<String, long[]>comparingByValue((a, b) -> Long.compare(b[0], a[0]))
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(one -> rows.add(new JsonObject()
                        .put("key", one.getKey())
                        .put("uses", one.getValue()[0])
                        .put("certain", one.getValue()[1])));
        return new JsonObject()
                .put("gateways", gateways.size())
                .put("every", every)
                .put("sampled", sampled)
                .put("rows", rows);
    }
}
