package dev.hotlane.gateway.http;

import dev.hotlane.gateway.http.Tree.Arr;
import dev.hotlane.gateway.http.Tree.Field;
import dev.hotlane.gateway.http.Tree.Obj;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Random requests to every call that writes, all of them as the contract has them. One thread. */
final class GoodRequests {
    /** What the rules of these tests allow. */
    private final Random random;

    GoodRequests(Random random) {
        this.random = random;
    }

    /** A request before it is sent; {@code body} is null if it has none. */
    record Request(Route route, String path, String query, MultiMap headers, Obj body) {}

    /** The next one to that call. */
    Request next(Route route) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("Idempotency-Key", key());
        Obj body = body(route.name());
        if (body != null || random.nextBoolean()) {
            headers.add("Content-Type", pick("application/json", "Application/JSON; charset=UTF-8"));
        }
        if (route.name().startsWith("counter_") && random.nextBoolean()) {
            headers.add("If-Match", "\"" + random.nextInt(99) + "\"");
        }
        String segment = route.path().prefix().startsWith("/v1/counters")
                        || route.path().prefix().startsWith("/v1/buckets")
                ? pick("stock%3Aa", "%C3%A4", "a%2Fb", "k".repeat(200))
                : pick("h-1", "%2F", "i".repeat(64));
        String path = route.path().hasSegment()
                ? route.path().prefix() + segment + route.path().suffix()
                : route.path().prefix();
        return new Request(route, path, pick(null, ""), headers, body);
    }

    /** The body of that call; null for none. Each call that writes must have its line here. */
    private Obj body(String route) {
        return switch (route) {
            case "transactions" -> new Obj(Field.must("ops", several(this::op)));
            case "reserve" -> reservation();
            case "confirm" ->
                random.nextBoolean()
                        ? new Obj()
                        : new Obj(Field.may("lines", several(() -> shuffled(text("key"), quantity()))));
            case "extend" -> new Obj(ttl());
            case "increment" -> random.nextBoolean() ? new Obj() : new Obj(Field.may("amount", number()));
            case "counter_put" -> new Obj(Field.must("value", number()));
            case "take" -> shuffled(bucket());
            case "cancel", "abandon", "drain" -> random.nextBoolean() ? null : new Obj();
            case "counter_delete" -> null;
            default -> throw new IllegalStateException("no good requests are known of " + route);
        };
    }

    private Obj reservation() {
        Obj body = shuffled(Field.must("lines", several(() -> maybe(shuffled(text("key"), quantity()), "min"))), ttl());
        if (random.nextBoolean()) {
            body.fields.add(Field.may(
                    "limits", several(() -> shuffled(text("key"), quantity(), Field.must("max", number())))));
        }
        if (random.nextBoolean()) {
            body.fields.add(Field.may(
                    "checks", several(() -> maybe(new Obj(text("key")), "min", "ifVersion", "notBefore", "notAfter"))));
            body.fields.add(Field.may("takes", several(this::take)));
            body.fields.add(new Field("owner", text("owner").value(), false));
        }
        return body;
    }

    private Obj op() {
        String kind = pick("add", "set", "check", "take", "remove");
        Field op = Field.must("op", '"' + kind + '"');
        Obj object = switch (kind) {
            case "add" -> maybe(shuffled(op, text("key"), Field.must("delta", number())), "min", "max");
            case "set" -> maybe(shuffled(op, text("key"), Field.must("value", number())), "ifValue", "ifVersion");
            case "check" -> maybe(shuffled(op, text("key")), "min", "max", "ifValue", "notBefore", "notAfter");
            case "take" -> take();
            default -> maybe(shuffled(op, text("key")), "ifValue", "ifVersion");
        };
        if (kind.equals("take")) {
            object.fields.add(op);
        }
        return object;
    }

    private Obj take() {
        Obj object = shuffled(bucket());
        object.fields.add(text("key"));
        return object;
    }

    private Field[] bucket() {
        return new Field[] {
            Field.may("tokens", Integer.toString(random.nextInt(5))),
            Field.must("count", Integer.toString(1 + random.nextInt(100))),
            Field.must("periodMs", Integer.toString(1 + random.nextInt(10_000))),
            Field.must("burst", Integer.toString(5 + random.nextInt(100)))
        };
    }

    private Obj maybe(Obj object, String... names) {
        for (String name : names) {
            if (random.nextBoolean()) {
                object.fields.add(Field.may(name, number()));
            }
        }
        return object;
    }

    private static Field ttl() {
        return Field.must("ttlMs", "60000");
    }

    private Field quantity() {
        return Field.must("quantity", Integer.toString(1 + random.nextInt(9)));
    }

    private Field text(String name) {
        return Field.must(name, '"' + pick("stock:a", "\u00e4\ud83c\udf55", "\\u00e4", "a b", "q\\\"") + '"');
    }

    private String number() {
        return pick("0", "-1", "42", "9223372036854775807", "-9223372036854775808", Long.toString(random.nextLong()));
    }

    private Arr several(Supplier<Obj> one) {
        List<Obj> items = new ArrayList<>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            items.add(one.get());
        }
        return new Arr(items);
    }

    private Obj shuffled(Field... fields) {
        Obj object = new Obj(fields);
        Collections.shuffle(object.fields, random);
        return object;
    }

    private String key() {
        return pick("k-1", "\"k-1\"", "~", "k".repeat(64));
    }

    private String pick(String... words) {
        return words[random.nextInt(words.length)];
    }
}
