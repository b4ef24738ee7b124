package dev.hotlane.console.log;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Says in words what a record is, from its line of JSON. Keys and ids in it are text of callers. Any thread. */
final class RecordWords {
    private static final int KEYS_MAX = 12;

    private RecordWords() {}

    /** A phrase whose subject is the sender of the record. */
    static String of(JsonObject line) {
        if (line.containsKey("fault")) {
            return "is a record that the lane refuses: " + line.getValue("fault");
        }
        return switch (line.getString("kind")) {
            case "COMMAND" -> command(line);
            case "READ" -> read(line);
            case "TICK" ->
                "leader of epoch " + line.getValue("epoch") + " reports: applied " + line.getValue("applied")
                        + ", flushed " + line.getValue("flushed");
            case "LEAD" -> "takes the lead with epoch " + line.getValue("epoch");
            case "RESIGN" -> "leader of epoch " + line.getValue("epoch") + " resigns";
            case "RULES" -> "puts rules version " + line.getValue("rulesVersion") + " in force";
            case "SKIP" -> "skips the record at offset " + line.getValue("skippedOffset");
            default -> "is no record that this console can decode: " + line.getValue("why");
        };
    }

    private static String command(JsonObject line) {
        String target = line.getString("target", "");
        return switch (String.valueOf(line.getValue("command"))) {
            case "transact" ->
                line.getBoolean("hold", false)
                        ? "asks to hold for " + seconds(line) + owner(line) + ": " + ops(line)
                        : "asks to " + ops(line);
            case "confirm" -> "asks to confirm " + target + part(line);
            case "cancel" -> "asks to cancel " + target + part(line);
            case "extend" -> "asks to extend " + target + " by " + seconds(line);
            case "abandon" -> "gives up command " + target;
            default -> "is a command of a later version";
        };
    }

    private static String part(JsonObject line) {
        return line.containsKey("ops") ? ", of it " + ops(line) : "";
    }

    private static String owner(JsonObject line) {
        return line.containsKey("owner") ? " for owner " + line.getString("owner") : "";
    }

    private static String seconds(JsonObject line) {
        long ms = line.getLong("ttlMs", 0L);
        return ms % 1_000 == 0 ? ms / 1_000 + " s" : ms + " ms";
    }

    private static String ops(JsonObject line) {
        List<String> words = new ArrayList<>();
        for (Object each : line.getJsonArray("ops", new JsonArray())) {
            JsonObject op = (JsonObject) each;
            StringBuilder word =
                    new StringBuilder(op.getString("op")).append(' ').append(op.getString("key"));
            op.forEach(field -> {
                if (!field.getKey().equals("op") && !field.getKey().equals("key")) {
                    word.append(' ').append(field.getKey()).append(' ').append(field.getValue());
                }
            });
            words.add(word.toString());
        }
        return listed(words);
    }

    private static String read(JsonObject line) {
        List<String> keys = new ArrayList<>();
        line.getJsonArray("keys", new JsonArray()).forEach(key -> keys.add(String.valueOf(key)));
        String what = line.getString("read") + (keys.isEmpty() ? "" : " " + listed(keys));
        return "reads " + what + (line.containsKey("target") ? " " + line.getString("target") : "") + owner(line);
    }

    private static String listed(List<String> words) {
        return words.size() <= KEYS_MAX
                ? String.join(", ", words)
                : String.join(", ", words.subList(0, KEYS_MAX)) + " and " + (words.size() - KEYS_MAX) + " more";
    }
}
