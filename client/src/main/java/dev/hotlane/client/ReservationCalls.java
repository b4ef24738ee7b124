package dev.hotlane.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls on reservations, of any owner or of one. Any thread. */
public final class ReservationCalls {
    private static final String PATH = "/v1/reservations";

    private final LaneClient client;

    /** Whose reservations; null for all owners'. */
    private final String owner;

    ReservationCalls(LaneClient client) {
        this(client, null);
    }

    private ReservationCalls(LaneClient client, String owner) {
        this.client = client;
        this.owner = owner;
    }

    /**
     * The same calls on this owner's reservations: each names the owner, also in place of one that its request or
     * filter has. Another owner's reservation is rejected as NOT_FOUND. A principal with {@code "holds":"owner"} may
     * make no others.
     */
    public ReservationCalls ofOwner(String other) {
        return new ReservationCalls(client, Inputs.owner(other));
    }

    /** Takes all units or none, and holds them. The call's id is the reservation's. */
    public LaneCall<Reservation> reserve(ReservationRequest request) {
        SuccessReader<Reservation> created = SuccessReader.of(201, Reservation::read);
        ReservationRequest owned = owner == null ? request : request.owner(owner);
        return client.command(
                CallShape.of("POST", PATH, owned.fields(), created).batched(Map.of("kind", "reservation")));
    }

    /** Reads a reservation in its current state. Rejected as NOT_FOUND if there is none, or if it is no longer kept. */
    public LaneCall<Reservation> get(String id) {
        String path = PATH + "/" + UrlText.segment(Inputs.id(id));
        return client.read(CallShape.get(
                UrlText.query(path, owner == null ? Map.of() : Map.of("owner", owner)),
                SuccessReader.of((body, none) -> Reservation.read(body, id))));
    }

    /** Lists reservations, complete and current. */
    public LaneCall<ReservationsPage> list(ReservationFilter filter) {
        ReservationFilter owned = owner == null ? filter : filter.owner(owner);
        return client.read(CallShape.get(
                UrlText.query(PATH, owned.parameters()),
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
                CallShape.of("POST", path, owned(body), SuccessReader.of((read, own) -> Reservation.read(read, id)))
                        .batched(Map.of("kind", how, "reservation", id)));
    }

    private Map<String, ?> owned(Map<String, ?> body) {
        if (owner == null) {
            return body;
        }
        Map<String, Object> fields = new LinkedHashMap<>(body == null ? Map.of() : body);
        fields.put("owner", owner);
        return fields;
    }
}
