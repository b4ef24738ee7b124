package dev.hotlane.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A reservation.
 *
 * @param id id of the call that made it
 * @param state its state
 * @param owner label that lists are filtered by
 * @param times creation, expiry and resolution
 * @param lines units held or kept
 * @param limits units counted against limits
 * @param at place and time of the answered command or read
 */
public record Reservation(
        String id,
        State state,
        Optional<String> owner,
        ReservationTimes times,
        List<HeldUnits> lines,
        List<HeldUnits> limits,
        LogPoint at) {
    /** The states of a reservation; all but HELD are final. */
    public enum State {
        HELD,
        CONFIRMED,
        CANCELLED,
        EXPIRED
    }

    /** Time at which it expires unless it is resolved before. */
    public Instant expiresAt() {
        return times.expiresAt();
    }

    static Reservation read(JsonFields body, String id) {
        body.requireId(id);
        return read(body, LogPoint.read(body));
    }

    static Reservation read(JsonFields body, LogPoint at) {
        return new Reservation(
                body.text("id"),
                body.word("state", State.class),
                body.textIfAny("owner"),
                ReservationTimes.read(body),
                body.list("lines", HeldUnits::read),
                body.listIfAny("limits", HeldUnits::read),
                at);
    }
}
