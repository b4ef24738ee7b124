package dev.hotlane.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The content and duration of a reservation. Immutable. Has at most 64 lines, limits, checks and takes in all, with at
 * least one line.
 */
public final class ReservationRequest {
    private final Map<String, Object> fields;

    private ReservationRequest(Map<String, Object> fields) {
        this.fields = fields;
    }

    /** A reservation that expires after this time, in whole milliseconds. */
    public static ReservationRequest lasting(Duration ttl) {
        return new ReservationRequest(Map.of("ttlMs", Inputs.millis("ttl", ttl)));
    }

    /** The same with units of a counter, of which at least 0 must be left. */
    public ReservationRequest line(String key, long quantity) {
        return more("lines", units(key, quantity));
    }

    /** The same with units of a counter, of which at least {@code min} must be left. */
    public ReservationRequest line(String key, long quantity, long min) {
        Map<String, Object> line = units(key, quantity);
        line.put("min", min);
        return more("lines", line);
    }

    /** The same with units of a counter that may become negative. */
    public ReservationRequest lineWithoutMin(String key, long quantity) {
        Map<String, Object> line = units(key, quantity);
        line.put("min", null);
        return more("lines", line);
    }

    /** The same, using units of a limit that counts up to {@code max}. */
    public ReservationRequest limit(String key, long quantity, long max) {
        Map<String, Object> limit = units(key, quantity);
        limit.put("max", max);
        return more("limits", limit);
    }

    /** The same, only if this check holds. */
    public ReservationRequest check(CheckOp check) {
        return more("checks", check.fieldsWithoutName());
    }

    /** The same, taking tokens, which never come back. */
    public ReservationRequest take(TakeOp take) {
        return more("takes", take.fieldsWithoutName());
    }

    /** The same with a label to list by. */
    public ReservationRequest owner(String owner) {
        return with("owner", Inputs.owner(owner));
    }

    /** All fields; throws IllegalArgumentException if there is no line. */
    Map<String, Object> fields() {
        if (!fields.containsKey("lines")) {
            throw new IllegalArgumentException(
                    "the reservation has no line: add at least one with line(key, quantity)");
        }
        return fields;
    }

    static Map<String, Object> units(String key, long quantity) {
        Map<String, Object> units = new LinkedHashMap<>();
        units.put("key", Inputs.key(key));
        units.put("quantity", Inputs.positive("quantity", quantity));
        return units;
    }

    private ReservationRequest more(String name, Map<String, Object> element) {
        List<Object> elements = new ArrayList<>();
        if (fields.get(name) instanceof List<?> before) {
            elements.addAll(before);
        }
        elements.add(element);
        ReservationRequest more = with(name, elements);
        long all = more.fields.values().stream()
                .mapToLong(value -> value instanceof List<?> list ? list.size() : 0)
                .sum();
        if (all > Inputs.OPS_MAX) {
            throw new IllegalArgumentException(
                    "the reservation has more than 64 lines, limits, checks and takes in all:"
                            + " make several reservations");
        }
        return more;
    }

    private ReservationRequest with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(name, value);
        return new ReservationRequest(more);
    }
}
