package dev.hotlane.gateway.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/** Random bodies of transactions as text, valid ones, in parts that a test can spoil. */
final class RandomBodies {
    private final Random random;

    RandomBodies(Random random) {
        this.random = random;
    }

    /** The fields of one op, each as {@code "name":value}, in random order. */
    List<String> op() {
        List<String> fields = new ArrayList<>();
        String kind = pick("add", "set", "check", "take", "remove");
        fields.add("\"op\":\"" + kind + '"');
        fields.add("\"key\":" + key());
        switch (kind) {
            case "add" -> {
                fields.add("\"delta\":" + number());
                maybe(fields, "\"min\":" + (random.nextBoolean() ? "null" : number()));
                maybe(fields, "\"max\":" + number());
                maybe(fields, "\"clamp\":" + random.nextBoolean());
            }
            case "set" -> {
                fields.add("\"value\":" + number());
                conditions(fields);
                maybe(fields, "\"ifAbsent\":" + random.nextBoolean());
                maybe(fields, "\"basis\":" + pick("\"available\"", "\"onHand\""));
            }
            case "check" -> {
                conditions(fields);
                for (String name : List.of("min", "max", "notBefore", "notAfter")) {
                    maybe(fields, '"' + name + "\":" + number());
                }
            }
            case "take" -> {
                fields.add("\"tokens\":" + random.nextInt(5));
                for (String name : List.of("count", "periodMs", "burst")) {
                    fields.add('"' + name + "\":" + (5 + random.nextInt(1_000)));
                }
            }
            default -> conditions(fields);
        }
        Collections.shuffle(fields, random);
        return fields;
    }

    private void conditions(List<String> fields) {
        maybe(fields, "\"ifValue\":" + number());
        maybe(fields, "\"ifVersion\":" + number());
    }

    private void maybe(List<String> fields, String field) {
        if (random.nextBoolean()) {
            fields.add(field);
        }
    }

    private String key() {
        return '"'
                + pick("stock:a", "k", "\\u00e4", "\u00e4\ud83c\udf55", "\\ud83c\\udf55", "a b", "q\\\"", "\\u0000")
                + random.nextInt(100)
                + '"';
    }

    private String number() {
        return switch (random.nextInt(4)) {
            case 0 -> Long.toString(random.nextLong());
            case 1 -> pick("0", "-0", "9223372036854775807", "-9223372036854775808");
            default -> Integer.toString(random.nextInt(200) - 100);
        };
    }

    /** A whole body of these ops. */
    static String body(List<List<String>> ops) {
        StringJoiner joiner = new StringJoiner(",", "{\"ops\":[", "]}");
        for (List<String> fields : ops) {
            joiner.add('{' + String.join(",", fields) + '}');
        }
        return joiner.toString();
    }

    /** One to {@code max} ops. */
    List<List<String>> ops(int max) {
        List<List<String>> ops = new ArrayList<>();
        int count = 1 + random.nextInt(max);
        for (int i = 0; i < count; i++) {
            ops.add(op());
        }
        return ops;
    }

    /** One of them. */
    String pick(String... words) {
        return words[random.nextInt(words.length)];
    }
}
