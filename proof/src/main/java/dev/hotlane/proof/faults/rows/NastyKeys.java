package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Request;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Keys that a collation or careless decoding would take for one another. */
final class NastyKeys {
    private static final int LONGEST = 200;
    private static final int AT_ONCE = 40;
    private static final List<String> PIECES = List.of(
            "sku",
            "SKU",
            "café",
            "cafe",
            "cafe\u0301",
            " ",
            "  ",
            "\u0000",
            "\t",
            "x",
            "ß",
            "ss",
            "İ",
            "i",
            "ı",
            "\uD83D\uDD25",
            "\u200B",
            "%",
            "/",
            "?",
            "#",
            "..",
            "'",
            "\"",
            "\\",
            ";--",
            "ａ",
            "a",
            "\u00A0",
            "\uFEFF");

    private NastyKeys() {}

    static void run(Scene on) {
        int count = on.rounds(10_000, 200);
        Map<String, Long> expected = new LinkedHashMap<>();
        int refused = 0;
        for (int i = 0; expected.size() + refused < count; i++) {
            List<String> keys = keys(on.random(), expected);
            JsonArray ops = new JsonArray();
            for (String key : keys) {
                expected.put(key, (long) expected.size());
                ops.add(new JsonObject().put("op", "set").put("key", key).put("value", expected.get(key)));
            }
            CallResult told =
                    on.decided(Request.post("/v1/transactions", "nasty-" + i, new JsonObject().put("ops", ops)));
            on.require(told.status() == 200, keys + " were answered " + told);
            refused += tooLong(on, i);
        }
        readBack(on, expected);
        on.nemesis("cold start");
        on.killProcessors();
        on.processors().forEach(ChildSlot::start);
        on.awaitAll();
        readBack(on, expected);
        on.fact(String.format("%,d keys exact, %,d refused", expected.size(), refused));
    }

    private static List<String> keys(SplittableRandom random, Map<String, Long> known) {
        List<String> keys = new ArrayList<>();
        while (keys.size() < AT_ONCE) {
            StringBuilder key = new StringBuilder();
            for (int pieces = random.nextInt(1, 9); pieces > 0; pieces--) {
                key.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            if (random.nextInt(10) == 0) {
                key.append("y".repeat(LONGEST - length(key.toString())));
            }
            if (!known.containsKey(key.toString()) && !keys.contains(key.toString())) {
                keys.add(key.toString());
            }
        }
        return keys;
    }

    private static int length(String key) {
        return key.getBytes(StandardCharsets.UTF_8).length;
    }

    private static int tooLong(Scene on, int i) {
        String key = "é".repeat(LONGEST / 2) + "!";
        JsonObject op = new JsonObject().put("op", "set").put("key", key).put("value", 1);
        CallResult told = on.decided(
                Request.post("/v1/transactions", "long-" + i, new JsonObject().put("ops", new JsonArray().add(op))));
        on.require(told.status() == 400, "a key of " + length(key) + " bytes was answered " + told);
        return 1;
    }

    private static void readBack(Scene on, Map<String, Long> expected) {
        List<String> keys = new ArrayList<>(expected.keySet());
        for (int from = 0; from < keys.size(); from += AT_ONCE) {
            List<String> some = keys.subList(from, Math.min(keys.size(), from + AT_ONCE));
            CallResult told = on.decided(
                    Request.post("/v1/counters/query", null, new JsonObject().put("keys", new JsonArray(some))));
            JsonArray counters = told.body().getJsonArray("counters");
            for (int i = 0; i < some.size(); i++) {
                JsonObject counter = counters.getJsonObject(i);
                on.require(
                        counter.getString("key").equals(some.get(i))
                                && counter.getLong("value").equals(expected.get(some.get(i))),
                        "'" + some.get(i) + "' was read as " + counter + ", expected value "
                                + expected.get(some.get(i)));
            }
        }
    }
}
