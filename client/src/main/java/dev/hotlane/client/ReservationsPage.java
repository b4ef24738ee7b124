package dev.hotlane.client;

import java.util.List;
import java.util.Optional;

/**
 * A page of reservations, newest first. It may have fewer than its limit, even none.
 *
 * @param reservations the reservations as of the page's place
 * @param at place and time of the read
 * @param cursor start of the next page; empty on the last page only
 */
public record ReservationsPage(List<Reservation> reservations, LogPoint at, Optional<String> cursor) {
    static ReservationsPage read(JsonFields body) {
        LogPoint at = LogPoint.read(body);
        return new ReservationsPage(
                body.list("reservations", one -> Reservation.read(one, at)), at, body.textIfAny("cursor"));
    }
}
