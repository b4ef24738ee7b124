package dev.hotlane.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** One op of a transaction. Immutable; fields that are not set are not sent. */
public abstract sealed class LaneOp permits AddOp, SetOp, CheckOp, TakeOp, RemoveOp {
    private final Map<String, Object> fields;
    private final String key;

    LaneOp(Map<String, Object> fields) {
        this.fields = fields;
        key = (String) fields.get("key");
    }

    /** The op's counter. */
    public final String key() {
        return key;
    }

    /** Adds a delta to a counter; the result must be at least 0 unless the op sets another bound. */
    public static AddOp add(String key, long delta) {
        return new AddOp(fields("add", key, "delta", delta));
    }

    /** Sets a counter. */
    public static SetOp set(String key, long value) {
        return new SetOp(fields("set", key, "value", value));
    }

    /** Checks conditions; changes nothing, and fails the transaction if a condition does not hold. */
    public static CheckOp check(String key) {
        return new CheckOp(fields("check", key));
    }

    /** Takes tokens from a bucket of this rate; 0 tokens only read the bucket. */
    public static TakeOp take(String key, long tokens, TokenRate rate) {
        Inputs.notNegative("tokens", tokens);
        if (tokens > rate.burst()) {
            throw new IllegalArgumentException(
                    "tokens is " + tokens + ", more than the burst " + rate.burst() + ": it could never be allowed");
        }
        Map<String, Object> fields = fields("take", key, "tokens", tokens);
        fields.putAll(rate.fields());
        return new TakeOp(fields);
    }

    /** Removes a counter with its value, version and confirmed units. Also resets a bucket. */
    public static RemoveOp remove(String key) {
        return new RemoveOp(fields("remove", key));
    }

    /** All fields with the op's name. */
    final Map<String, Object> fields() {
        return Collections.unmodifiableMap(fields);
    }

    /** All fields except the op's name, for a check or take of a reservation. */
    final Map<String, Object> fieldsWithoutName() {
        Map<String, Object> rest = new LinkedHashMap<>(fields);
        rest.remove("op");
        return rest;
    }

    final Map<String, Object> with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(name, value);
        return more;
    }

    @Override
    public final String toString() {
        return fields.toString();
    }

    private static Map<String, Object> fields(String op, String key) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("op", op);
        fields.put("key", Inputs.key(key));
        return fields;
    }

    private static Map<String, Object> fields(String op, String key, String name, long value) {
        Map<String, Object> fields = fields(op, key);
        fields.put(name, value);
        return fields;
    }
}
