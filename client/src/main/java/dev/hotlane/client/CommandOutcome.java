package dev.hotlane.client;

import java.util.List;
import java.util.Optional;

/**
 * The stored outcome of a command.
 *
 * @param id the command's id
 * @param at place and time of its decision
 * @param state its state
 * @param results of a transaction that is done, one per op, without keys
 * @param reservation the reservation that it made or changed, as it was just after
 * @param refusal the reason if it was rejected
 */
public record CommandOutcome(
        String id,
        LogPoint at,
        State state,
        List<OpResult> results,
        Optional<Reservation> reservation,
        Optional<StoredRefusal> refusal) {
    /** The states of a command. An abandoned or quarantined one did not run and will not. */
    public enum State {
        DONE,
        REJECTED,
        ABANDONED,
        QUARANTINED
    }

    static CommandOutcome read(JsonFields body, String id) {
        body.requireId(id);
        LogPoint at = LogPoint.read(body);
        return new CommandOutcome(
                id,
                at,
                body.word("state", State.class),
                body.listIfAny("results", OpResult::read),
                body.objectIfAny("reservation", one -> Reservation.read(one, at)),
                body.has("code") ? Optional.of(StoredRefusal.read(body)) : Optional.empty());
    }
}
