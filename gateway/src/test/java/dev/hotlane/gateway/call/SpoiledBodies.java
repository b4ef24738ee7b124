package dev.hotlane.gateway.call;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Bodies with one certain fault each. */
final class SpoiledBodies {
    private static final int KINDS = 16;

    private final Random random;
    private final RandomBodies bodies;

    SpoiledBodies(Random random) {
        this.random = random;
        bodies = new RandomBodies(random);
    }

    /** The next one. */
    byte[] next() {
        List<List<String>> ops = bodies.ops(3);
        List<String> op = ops.get(random.nextInt(ops.size()));
        return switch (random.nextInt(KINDS)) {
            case 0 -> with(ops, op, '"' + bodies.pick("", "Delta", "deltaa", "quantity", "hold", "\\u0000") + "\":1");
            case 1 -> with(ops, op, op.get(random.nextInt(op.size())));
            case 2 -> number(ops, op);
            case 3 -> missing(ops, op);
            case 4 -> foreign();
            case 5 -> instead(ops, op, "key", badKey());
            case 6 -> wrongType(ops, op);
            case 7 -> cut(ops);
            case 8 -> utf8(RandomBodies.body(ops) + bodies.pick("{}", "]", "}", ",", "1", "null", "x", "\"", "/**/"));
            case 9 -> comment(ops);
            case 10 -> badByte(ops);
            case 11 -> tooMany();
            case 12 -> utf8(bodies.pick("", " ", "{}", "[]", "null", "{\"ops\":[]}", "{\"ops\":{}}", "{\"ops\":null}"));
            case 13 -> utf8("{\"ops\":" + "[".repeat(2 + random.nextInt(5_000)));
            case 14 -> encoded(ops);
            default ->
                utf8("{" + bodies.pick("\"ops\":[],", "\"x\":1,", ",")
                        + RandomBodies.body(ops).substring(1));
        };
    }

    private byte[] with(List<List<String>> ops, List<String> op, String field) {
        op.add(random.nextInt(op.size() + 1), field);
        return utf8(RandomBodies.body(ops));
    }

    private static byte[] instead(List<List<String>> ops, List<String> op, String name, String value) {
        op.removeIf(field -> field.startsWith('"' + name + '"'));
        op.add('"' + name + "\":" + value);
        return utf8(RandomBodies.body(ops));
    }

    private byte[] number(List<List<String>> ops, List<String> op) {
        op.clear();
        Collections.addAll(op, "\"op\":\"add\"", "\"key\":\"k\"");
        String huge = "1" + "0".repeat(2_000);
        String bad = bodies.pick(
                "1.0",
                "1e3",
                "1E0",
                "0.5",
                "01",
                "-01",
                "+1",
                "NaN",
                "Infinity",
                "-",
                "0x1",
                "1_000",
                "1.",
                ".5",
                "null",
                "\"1\"",
                "true",
                "[]",
                "{}",
                "9223372036854775808",
                "-9223372036854775809",
                huge);
        return instead(ops, op, "delta", bad);
    }

    private byte[] missing(List<List<String>> ops, List<String> op) {
        List<String> there =
                new ArrayList<>(List.of("\"op\"", "\"key\"", "\"delta\"", "\"value\"", "\"tokens\"", "\"burst\""));
        there.removeIf(name -> op.stream().noneMatch(field -> field.startsWith(name)));
        String victim = there.get(random.nextInt(there.size()));
        op.removeIf(field -> field.startsWith(victim));
        return utf8(RandomBodies.body(ops));
    }

    private byte[] foreign() {
        String fields = bodies.pick(
                "\"op\":\"add\",\"delta\":1,\"value\":1",
                "\"op\":\"add\",\"delta\":1,\"ifVersion\":1",
                "\"op\":\"add\",\"delta\":1,\"ifAbsent\":false",
                "\"op\":\"add\",\"delta\":1,\"max\":null",
                "\"op\":\"set\",\"value\":1,\"clamp\":false",
                "\"op\":\"set\",\"value\":1,\"basis\":\"held\"",
                "\"op\":\"set\",\"value\":1,\"min\":0",
                "\"op\":\"check\",\"min\":null",
                "\"op\":\"check\",\"basis\":\"available\"",
                "\"op\":\"remove\",\"ifAbsent\":true",
                "\"op\":\"take\",\"tokens\":-1,\"count\":1,\"periodMs\":1,\"burst\":1",
                "\"op\":\"take\",\"tokens\":1,\"count\":0,\"periodMs\":1,\"burst\":1",
                "\"op\":\"take\",\"tokens\":2,\"count\":1,\"periodMs\":1,\"burst\":1",
                "\"op\":\"line\",\"quantity\":1",
                "\"op\":\"ADD\",\"delta\":1");
        return utf8("{\"ops\":[{\"key\":\"k\"," + fields + "}]}");
    }

    private String badKey() {
        String long1 = '"' + "k".repeat(201) + '"';
        String long2 = '"' + "\u00e4".repeat(101) + '"';
        return bodies.pick(
                "\"\"",
                "\"\\ud800\"",
                "\"a\\udc00b\"",
                "\"\\udc00\\ud800\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\n\"",
                "'k'",
                "k",
                long1,
                long2,
                "1",
                "null",
                "[\"k\"]");
    }

    private byte[] wrongType(List<List<String>> ops, List<String> op) {
        String value = bodies.pick("1", "null", "true", "[]", "1.5", "{}");
        String name = bodies.pick("op", "key", "ops");
        return name.equals("ops") ? utf8("{\"ops\":[" + value + "]}") : instead(ops, op, name, value);
    }

    private byte[] cut(List<List<String>> ops) {
        byte[] whole = utf8(RandomBodies.body(ops));
        return Arrays.copyOf(whole, random.nextInt(whole.length));
    }

    private byte[] comment(List<List<String>> ops) {
        String body = RandomBodies.body(ops);
        int at = body.indexOf(bodies.pick("{", "[", "]")) + 1;
        return utf8(body.substring(0, at) + bodies.pick("/* x */", "// x\n", "# x\n") + body.substring(at));
    }

    private byte[] badByte(List<List<String>> ops) {
        byte[] body = utf8(RandomBodies.body(ops));
        int at = random.nextInt(body.length);
        body[at] = (byte) Integer.parseInt(bodies.pick("00", "01", "1f", "c0", "c1", "f5", "ff", "fe"), 16);
        return body;
    }

    private byte[] tooMany() {
        List<List<String>> ops = new ArrayList<>();
        for (int i = 0; i < 65; i++) {
            ops.add(bodies.op());
        }
        return utf8(RandomBodies.body(ops));
    }

    private byte[] encoded(List<List<String>> ops) {
        String body = RandomBodies.body(ops);
        return switch (random.nextInt(4)) {
            case 0 -> body.getBytes(StandardCharsets.UTF_16);
            case 1 -> body.getBytes(StandardCharsets.UTF_16LE);
            case 2 -> ('\ufeff' + body).getBytes(StandardCharsets.UTF_8);
            default -> body.getBytes(Charset.forName("UTF-32"));
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
