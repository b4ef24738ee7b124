package dev.hotlane.gateway.http;

import dev.hotlane.gateway.http.GoodRequests.Request;
import dev.hotlane.gateway.http.Tree.Arr;
import dev.hotlane.gateway.http.Tree.Field;
import dev.hotlane.gateway.http.Tree.Obj;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Spoils good requests with one certain fault each, in the body, the headers, the path or the query. One thread.
 *
 * <p>Each method gives the spoiled request, or null if there is nothing in it to spoil that way.
 */
final class BadRequests {
    private static final String[] BAD_NUMBERS = {
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
        "\"1\"",
        "true",
        "[]",
        "{}",
        "9223372036854775808",
        "-9223372036854775809",
        "1" + "0".repeat(2_000)
    };
    private static final String[] BAD_TEXTS = {
        "\"\"",
        "\"\\ud800\"",
        "\"a\\udc00b\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\n\"",
        "'k'",
        "k",
        "1",
        "null",
        "[\"k\"]",
        '"' + "k".repeat(201) + '"',
        '"' + "\u00e4".repeat(101) + '"'
    };
    private static final String[] UNKNOWN = {"Key", "quantitty", "hold", "id", "", "\\u0000", "ops ", "ttlms", "kind"};
    private static final String[] BAD_BYTES = {"00", "01", "1f", "c0", "c1", "f5", "ff", "fe"};

    private final Random random;

    BadRequests(Random random) {
        this.random = random;
    }

    /** A request as it goes out. */
    record Sent(Route route, String path, String query, MultiMap headers, byte[] body, String fault) {}

    /** Spoils that request; its headers and body must not be used any more. */
    Sent spoil(Request good) {
        while (true) {
            Sent bad = random.nextInt(6) == 0 ? around(good) : inBody(good);
            if (bad != null) {
                return bad;
            }
        }
    }

    private Sent inBody(Request good) {
        if (good.body() == null) {
            return null;
        }
        return switch (random.nextInt(11)) {
            case 0 -> tree(good, "unknown field", anyObject(good).fields.add(Field.may(pick(UNKNOWN), "1")));
            case 1 -> twice(good);
            case 2 -> replaced(good, "bad number", Field::isNumber, BAD_NUMBERS);
            case 3 -> replaced(good, "bad text", Field::isText, BAD_TEXTS);
            case 4 -> replaced(good, "no container", field -> !(field.value() instanceof String), "1", "null", "\"x\"");
            case 5 -> missing(good);
            case 6 -> outOfRange(good);
            case 7 -> tooMany(good);
            case 8 -> tree(good, "item of the wrong kind", spoilItem(good));
            default -> text(good, Tree.text(good.body()));
        };
    }

    private Sent twice(Request good) {
        Obj object = anyObject(good);
        boolean done = !object.fields.isEmpty() && object.fields.add(pick(object.fields));
        return tree(good, "field twice", done);
    }

    private Sent replaced(Request good, String fault, Predicate<Field> victims, String... values) {
        return replaced(good, fault, victims, pick(values));
    }

    private Sent replaced(Request good, String fault, Predicate<Field> victims, String value) {
        Obj object = anyObject(good);
        List<Field> found = object.fields.stream().filter(victims).toList();
        if (found.isEmpty()) {
            return null;
        }
        Field victim = pick(found);
        object.fields.set(object.fields.indexOf(victim), new Field(victim.name(), value, victim.required()));
        return tree(good, fault + " in " + victim.name(), true);
    }

    private Sent missing(Request good) {
        Obj object = anyObject(good);
        List<Field> required = object.fields.stream().filter(Field::required).toList();
        return tree(good, "field missing", !required.isEmpty() && object.fields.remove(pick(required)));
    }

    private Sent outOfRange(Request good) {
        return switch (random.nextInt(4)) {
            case 0 -> replaced(good, "range", named("quantity"), "0", "-1", "-9223372036854775808");
            case 1 -> replaced(good, "range", named("ttlMs"), "0", "-1", "9223372036854775808");
            case 2 -> replaced(good, "range", named("count", "periodMs", "burst"), "0", "-1");
            default -> replaced(good, "range", named("tokens"), "-1", "1000", "9223372036854775807");
        };
    }

    private static Predicate<Field> named(String... names) {
        return field -> Arrays.asList(names).contains(field.name());
    }

    /** 65 in all, of one array or spread over several. */
    private Sent tooMany(Request good) {
        List<Arr> arrays = arrays(good);
        if (arrays.isEmpty()) {
            return null;
        }
        for (int sum = arrays.stream().mapToInt(array -> array.items.size()).sum(); sum < 65; sum++) {
            Arr array = pick(arrays);
            array.items.add(pick(array.items));
        }
        return tree(good, "65 ops", true);
    }

    private boolean spoilItem(Request good) {
        List<Arr> arrays = arrays(good);
        if (!arrays.isEmpty()) {
            List<Object> items = pick(arrays).items;
            items.set(random.nextInt(items.size()), pick("1", "null", "\"k\"", "[]", "true", "{}"));
        }
        return !arrays.isEmpty();
    }

    private static List<Arr> arrays(Request good) {
        List<Arr> arrays = new ArrayList<>();
        good.body().fields.forEach(field -> {
            if (field.value() instanceof Arr array) {
                arrays.add(array);
            }
        });
        return arrays;
    }

    private Obj anyObject(Request good) {
        List<Obj> objects = new ArrayList<>();
        Tree.objects(good.body(), objects::add);
        return pick(objects);
    }

    /** Faults of the text as such. */
    private Sent text(Request good, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        switch (random.nextInt(7)) {
            case 0:
                return raw(good, "cut", Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length - 1)));
            case 1:
                return raw(good, "more behind it", utf8(text + pick("{}", "]", "}", ",", "1", "null", "x", "/**/")));
            case 2:
                return raw(good, "comment", utf8("{" + pick("/* x */", "// x\n", "# x\n") + text.substring(1)));
            case 3:
                bytes[random.nextInt(bytes.length)] = (byte) Integer.parseInt(pick(BAD_BYTES), 16);
                return raw(good, "bad byte", bytes);
            case 4:
                return raw(good, "other encoding", encoded(text));
            case 5:
                return raw(
                        good,
                        "nested",
                        utf8(pick("[", "{\"lines\":", "{\"ops\":[").repeat(2 + random.nextInt(3_000))));
            default:
                return raw(good, "no object", utf8(pick("[]", "null", "1", "\"x\"", " ", "true", "[" + text + "]")));
        }
    }

    private byte[] encoded(String text) {
        return switch (random.nextInt(3)) {
            case 0 -> text.getBytes(StandardCharsets.UTF_16);
            case 1 -> text.getBytes(StandardCharsets.UTF_16LE);
            default -> utf8('\ufeff' + text);
        };
    }

    /** Faults around the body. */
    private Sent around(Request good) {
        byte[] body = bytes(good);
        switch (random.nextInt(6)) {
            case 0:
                good.headers().remove("Idempotency-Key");
                return sent(good, good.path(), null, body, "no key");
            case 1:
                good.headers()
                        .set(
                                "Idempotency-Key",
                                pick("", "a b", "\"", "\"a", "\"a\"b\"", "\u00e4", "a\t", "i".repeat(65)));
                return sent(good, good.path(), null, body, "bad key");
            case 2:
                good.headers().add("Idempotency-Key", pick("k-1", "k-2"));
                return sent(good, good.path(), null, body, "two keys");
            case 3:
                return media(good, body);
            case 4:
                return tag(good, body);
            default:
                return place(good, body);
        }
    }

    private Sent media(Request good, byte[] body) {
        if (body.length == 0) {
            return null;
        }
        if (random.nextInt(4) == 0) {
            good.headers().set("Content-Encoding", pick("gzip", "identity"));
        } else {
            good.headers()
                    .set(
                            "Content-Type",
                            pick("text/plain", "", "application/x-www-form-urlencoded", "application/json;q=1", null));
        }
        return sent(good, good.path(), null, body, "media type");
    }

    private Sent tag(Request good, byte[] body) {
        if (good.route().name().startsWith("counter_")) {
            good.headers().set("If-Match", pick("42", "*", "W/\"42\"", "\"\"", "\"-1\"", "\"1\",\"2\"", "\"x\"", "\""));
            if (random.nextBoolean()) {
                good.headers().set("If-Match", "\"1\"").add("If-Match", "\"2\"");
            }
        } else {
            good.headers().set(pick("If-Match", "If-None-Match"), pick("\"1\"", "*"));
        }
        return sent(good, good.path(), null, body, "precondition");
    }

    private Sent place(Request good, byte[] body) {
        if (random.nextInt(3) == 0 || !good.route().path().hasSegment()) {
            return sent(good, good.path(), pick("a=b", "owner=u", "&", "limit"), body, "query");
        }
        String segment =
                pick("", "%", "%4", "%zz", "%C3", "%C0%80", "%ED%A0%80", "\u00e4", "k".repeat(201), "%00".repeat(201));
        PathPattern path = good.route().path();
        return sent(good, path.prefix() + segment + path.suffix(), null, body, "path");
    }

    private static Sent tree(Request good, String fault, boolean done) {
        return done ? sent(good, good.path(), good.query(), bytes(good), fault) : null;
    }

    private static Sent raw(Request good, String fault, byte[] body) {
        return sent(good, good.path(), good.query(), body, fault);
    }

    private static Sent sent(Request good, String path, String query, byte[] body, String fault) {
        return new Sent(good.route(), path, query, good.headers(), body, fault);
    }

    /** The body of a request. */
    static byte[] bytes(Request request) {
        return request.body() == null ? new byte[0] : utf8(Tree.text(request.body()));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String pick(String... words) {
        return words[random.nextInt(words.length)];
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
