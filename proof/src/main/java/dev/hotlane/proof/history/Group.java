package dev.hotlane.proof.history;

import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A few keys that are used together, and the reservations on them that callers got answers for. Owned by the event loop
 * of its workload.
 */
final class Group {
    /** Reservations kept for later changes; one more drops the oldest. */
    private static final int HOLDS_MAX = 40;

    final String stock;
    /** Must be encoded in a URL. */
    final String other;

    final String count;
    final String rate;

    /** Units move between these two only: their values add up to 0. */
    final String plus;

    final String minus;
    private final String prefix;
    private final List<String> holds = new ArrayList<>();

    Group(String name, int number) {
        prefix = name + ":" + number + ":";
        stock = prefix + "stock";
        other = prefix + "case ü/1";
        count = prefix + "count";
        rate = prefix + "rate";
        plus = prefix + "plus";
        minus = prefix + "minus";
    }

    /** Key of a customer's limit. */
    String limit(int customer) {
        return prefix + "limit:u" + customer;
    }

    /** A key that reservations take from, or the plain counter. */
    String any(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> other;
            case 1 -> count;
            default -> stock;
        };
    }

    void reserved(String id) {
        if (holds.size() == HOLDS_MAX) {
            holds.remove(0);
        }
        holds.add(id);
    }

    /** One of the last reservations, maybe resolved since; null for none. */
    String hold(SplittableRandom random) {
        return holds.isEmpty() ? null : holds.get(random.nextInt(holds.size()));
    }

    static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static JsonObject op(String name, String key) {
        return new JsonObject().put("op", name).put("key", key);
    }
}
