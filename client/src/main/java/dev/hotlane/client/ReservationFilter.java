package dev.hotlane.client;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The filter of a page of reservations. Immutable; a filter that is not set does not restrict. */
public final class ReservationFilter {
    private static final int LIMIT_MAX = 100;

    private final Map<String, String> parameters;

    private ReservationFilter(Map<String, String> parameters) {
        this.parameters = parameters;
    }

    /** Every reservation, 20 per page. */
    public static ReservationFilter all() {
        return new ReservationFilter(Map.of());
    }

    /** The same, only of this owner. */
    public ReservationFilter owner(String owner) {
        return with("owner", Inputs.owner(owner));
    }

    /** The same, only with a line on this counter. */
    public ReservationFilter key(String key) {
        return with("key", Inputs.key(key));
    }

    /** The same, only in this state. */
    public ReservationFilter state(Reservation.State state) {
        return with("state", state.name().toLowerCase(Locale.ROOT));
    }

    /** The same from the previous page's cursor on; that page must have had the same owner and key. */
    public ReservationFilter cursor(String cursor) {
        return with("cursor", Inputs.cursor(cursor));
    }

    /** The same with at most this number per page, 1 to 100. */
    public ReservationFilter limit(int limit) {
        return with("limit", Integer.toString(Inputs.within("limit", limit, LIMIT_MAX)));
    }

    Map<String, String> parameters() {
        return parameters;
    }

    private ReservationFilter with(String name, String value) {
        Map<String, String> more = new TreeMap<>(parameters);
        more.put(name, value);
        return new ReservationFilter(more);
    }
}
