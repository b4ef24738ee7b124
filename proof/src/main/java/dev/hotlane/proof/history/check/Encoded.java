package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.replay.TableRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The right record of a call. Any thread. */
final class Encoded {
    private Encoded() {}

    /** The fields of the record that hold the call's content. */
    static TableRow of(RecordedCall call) {
        Map<String, Object> fields = new LinkedHashMap<>();
        switch (call.route()) {
            case TRANSACT -> transact(fields, call.body().rows("ops"));
            case RESERVE -> reserve(fields, call.body());
            case CONFIRM -> change(fields, "confirm", call);
            case CANCEL -> change(fields, "cancel", call);
            case EXTEND -> change(fields, "extend", call);
            case ABANDON -> change(fields, "abandon", call);
            case PUT -> transact(fields, List.of(conditional(call, op("set", call.name(), "value", call.body()))));
            case DELETE -> transact(fields, List.of(conditional(call, op("remove", call.name()))));
            case INCREMENT -> {
                Map<String, Object> add = op("add", call.name());
                add.put("delta", call.body().number("amount", 1));
                transact(fields, List.of(new TableRow(add)));
            }
            case DRAIN -> {
                Map<String, Object> set = op("set", call.name());
                set.put("value", 0L);
                transact(fields, List.of(new TableRow(set)));
            }
            case TAKE -> {
                Map<String, Object> take = op("take", call.name());
                take.put("tokens", 1L);
                take.putAll(call.body().fields());
                transact(fields, List.of(new TableRow(take)));
            }
            default -> throw new IllegalArgumentException("a read has no content: " + call);
        }
        return new TableRow(fields);
    }

    private static void transact(Map<String, Object> fields, List<TableRow> ops) {
        List<Object> all = new ArrayList<>();
        ops.forEach(op -> all.add(canonical(op.fields())));
        fields.put("command", "transact");
        fields.put("ops", all);
    }

    /** Leaves out defaults. */
    private static Map<String, Object> canonical(Map<String, Object> op) {
        Map<String, Object> fields = new LinkedHashMap<>(op);
        boolean zeroMin = "add".equals(op.get("op")) && Long.valueOf(0).equals(op.get("min"));
        fields.entrySet()
                .removeIf(field -> Boolean.FALSE.equals(field.getValue())
                        || "basis".equals(field.getKey()) && "available".equals(field.getValue())
                        || zeroMin && "min".equals(field.getKey()));
        return fields;
    }

    private static void reserve(Map<String, Object> fields, TableRow body) {
        List<TableRow> ops = new ArrayList<>();
        for (TableRow check : body.rows("checks")) {
            ops.add(prefixed("check", check));
        }
        for (TableRow take : body.rows("takes")) {
            ops.add(prefixed("take", take));
        }
        for (TableRow limit : body.rows("limits")) {
            Map<String, Object> add = op("add", limit.text("key"));
            add.put("delta", limit.number("quantity"));
            add.put("max", limit.number("max"));
            ops.add(new TableRow(add));
        }
        for (TableRow line : body.rows("lines")) {
            Map<String, Object> add = op("add", line.text("key"));
            add.put("delta", -line.number("quantity"));
            if (line.has("min")) {
                add.put("min", line.fields().get("min"));
            }
            ops.add(new TableRow(add));
        }
        transact(fields, ops);
        fields.put("hold", true);
        fields.put("ttlMs", body.number("ttlMs"));
        fields.put("owner", body.text("owner"));
    }

    private static TableRow prefixed(String op, TableRow fields) {
        Map<String, Object> all = op(op, fields.text("key"));
        all.putAll(fields.fields());
        return new TableRow(all);
    }

    private static void change(Map<String, Object> fields, String command, RecordedCall call) {
        fields.put("command", command);
        fields.put("target", call.name());
        List<Object> lines = new ArrayList<>();
        for (TableRow line : call.body().rows("lines")) {
            lines.add(prefixed("line", line).fields());
        }
        fields.put("ops", lines);
        if (call.body().has("owner")) {
            fields.put("owner", call.body().text("owner"));
        }
        if (call.body().has("ttlMs")) {
            fields.put("ttlMs", call.body().number("ttlMs"));
        }
    }

    private static Map<String, Object> op(String op, String key) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("op", op);
        fields.put("key", key);
        return fields;
    }

    private static Map<String, Object> op(String op, String key, String field, TableRow body) {
        Map<String, Object> fields = op(op, key);
        fields.put(field, body.number(field));
        return fields;
    }

    private static TableRow conditional(RecordedCall call, Map<String, Object> op) {
        if ("absent".equals(call.condition())) {
            op.put("ifAbsent", true);
        } else if (call.condition() != null) {
            op.put("ifVersion", Long.parseLong(call.condition()));
        }
        return new TableRow(op);
    }
}
