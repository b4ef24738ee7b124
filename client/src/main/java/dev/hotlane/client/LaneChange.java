package dev.hotlane.client;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that one record of the log changed, as far as the caller may read it.
 *
 * @param sequence of the record
 * @param time by the log's clock
 * @param kind what changed it, as the API names it, such as {@code confirm} or {@code expiry}
 * @param commandId of the command; absent if only holds expired
 * @param counters counters that changed
 * @param reservations reservations that changed
 */
public record LaneChange(
        long sequence,
        Instant time,
        String kind,
        Optional<String> commandId,
        List<CounterStep> counters,
        List<ReservationStep> reservations) {

    /**
     * A counter that changed.
     *
     * @param key the counter
     * @param before its value before
     * @param value its value after
     * @param held units that come back if all open reservations are cancelled
     * @param confirmed units that confirmed reservations kept
     */
    public record CounterStep(String key, long before, long value, long held, long confirmed) {
        static CounterStep read(JsonFields body) {
            return new CounterStep(
                    body.text("key"),
                    body.number("before"),
                    body.number("value"),
                    body.number("held"),
                    body.number("confirmed"));
        }
    }

    /**
     * A reservation that changed.
     *
     * @param id id of the call that made it
     * @param state its state after
     * @param owner label that lists are filtered by
     * @param expiresAt time at which it expires unless it is resolved before
     * @param lines units held or kept
     * @param limits units counted against limits
     */
    public record ReservationStep(
            String id,
            Reservation.State state,
            Optional<String> owner,
            Instant expiresAt,
            List<HeldUnits> lines,
            List<HeldUnits> limits) {
        static ReservationStep read(JsonFields body) {
            return new ReservationStep(
                    body.text("id"),
                    body.word("state", Reservation.State.class),
                    body.textIfAny("owner"),
                    body.time("expiresAt"),
                    body.list("lines", HeldUnits::read),
                    body.listIfAny("limits", HeldUnits::read));
        }
    }

    static LaneChange read(JsonFields body) {
        return new LaneChange(
                body.number("seq"),
                body.time("time"),
                body.text("kind"),
                body.textIfAny("id"),
                body.list("changes", CounterStep::read),
                body.listIfAny("reservations", ReservationStep::read));
    }

    /** One change of all its parts. */
    static LaneChange join(List<LaneChange> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        LaneChange first = parts.get(0);
        List<CounterStep> counters = new ArrayList<>();
        List<ReservationStep> reservations = new ArrayList<>();
        for (LaneChange part : parts) {
            counters.addAll(part.counters);
            reservations.addAll(part.reservations);
        }
        return new LaneChange(
                first.sequence,
                first.time,
                first.kind,
                first.commandId,
                List.copyOf(counters),
                List.copyOf(reservations));
    }
}
