package dev.hotlane.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Calls on reservations. Any thread. */
public final class ReservationCalls {
    private static final String PATH = "/v1/reservations";

    private final LaneClient client;

    ReservationCalls(LaneClient client) {
        this.client = client;
    }

    /** Takes all units or none, and holds them. The call's id is the reservation's. */
    public LaneCall<Reservation> reserve(ReservationRequest request) {
        SuccessReader<Reservation> created = SuccessReader.of(201, Reservation::read);
        return client.command(
                CallShape.of("POST", PATH, request.fields(), created).batched(Map.of("kind", "reservation")));
    }

    /** Reads a reservation in its current state. Rejected as NOT_FOUND if there is none, or if it is no longer kept. */
    public LaneCall<Reservation> get(String id) {
        Inputs.id(id);
        return client.read(CallShape.get(
                PATH + "/" + UrlText.segment(id), SuccessReader.of((body, none) -> Reservation.read(body, id))));
    }

    /** Lists reservations, complete and current. */
    public LaneCall<ReservationsPage> list(ReservationFilter filter) {
        return client.read(CallShape.get(
                UrlText.query(PATH, filter.parameters()),
                SuccessReader.of((body, none) -> ReservationsPage.read(body))));
    }

    /** Keeps all held units. Send it only after the reservation is answered: a NOT_FOUND is final for its id. */
    public LaneCall<Reservation> confirm(String id) {
        return change(id, "confirm", Map.of());
    }

    /** Keeps these units by key and gives all others back; keeps each limit's share, rounded up. */
    public LaneCall<Reservation> confirm(String id, Map<String, Long> kept) {
        if (kept.isEmpty() || kept.size() > Inputs.OPS_MAX) {
            throw new IllegalArgumentException("a confirm of " + kept.size()
                    + " lines: name 1 to 64, or call confirm(id) to keep all, or cancel(id) to keep none");
        }
        List<Map<String, Object>> lines = new ArrayList<>();
        kept.forEach((key, quantity) -> lines.add(ReservationRequest.units(key, quantity)));
        return change(id, "confirm", Map.of("lines", lines));
    }

    /** Gives all units and limits back. */
    public LaneCall<Reservation> cancel(String id) {
        return change(id, "cancel", null);
    }

    /** Moves the expiry to this time from now, which may be earlier than before. */
    public LaneCall<Reservation> extend(String id, Duration ttl) {
        return change(id, "extend", Map.of("ttlMs", Inputs.millis("ttl", ttl)));
    }

    private LaneCall<Reservation> change(String id, String how, Map<String, ?> body) {
        String path = PATH + "/" + UrlText.segment(Inputs.id(id)) + "/" + how;
        return client.command(
                CallShape.of("POST", path, body, SuccessReader.of((read, own) -> Reservation.read(read, id)))
                        .batched(Map.of("kind", how, "reservation", id)));
    }
}
