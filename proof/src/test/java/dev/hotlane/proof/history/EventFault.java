package dev.hotlane.proof.history;

import dev.hotlane.proof.history.Recorded.Seen;
import io.vertx.core.json.JsonObject;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/** Faults planted in what a change feed published beside a true recording. */
public enum EventFault implements PlantedLie {
    EVENT_OF_AN_ACKNOWLEDGED_CHANGE_IS_GONE(true, run -> run.events.remove(event(run))),
    EVENT_IS_THERE_TWICE(
            true,
            run -> run.events.add(run.events.indexOf(event(run)), event(run).copy())),
    EVENT_HAS_ANOTHER_VALUE(true, run -> {
        JsonObject change = change(run);
        change.put("value", change.getLong("value") + 1);
    }),
    EVENT_HAS_ANOTHER_BEFORE(false, run -> {
        JsonObject change = change(run);
        change.put("before", change.getLong("before") + 1);
    }),
    EVENT_OF_A_COMMAND_STANDS_UNDER_THE_NEXT_SEQUENCE(true, run -> {
        JsonObject event = event(run);
        event.put("seq", event.getLong("seq") + 1);
    }),
    EVENT_OF_NO_RECORD(false, run -> {
        JsonObject position = run.events.get(0);
        JsonObject event =
                event(run).copy().put("seq", position.getLong("upTo")).put("id", "no-record");
        run.events.add(event);
    }),
    RESERVATION_IS_PUBLISHED_WITH_ANOTHER_QUANTITY(true, run -> {
        JsonObject line =
                reservation(run, "reservation", "held").getJsonArray("lines").getJsonObject(0);
        line.put("quantity", line.getLong("quantity") + 1);
    }),
    RESERVATION_LEAVES_ANOTHER_VALUE(true, run -> {
        JsonObject event = ended(run, "reservation");
        String key = reservation(run, "reservation", "held")
                .getJsonArray("lines")
                .getJsonObject(0)
                .getString("key");
        event.getJsonArray("changes").stream()
                .map(JsonObject.class::cast)
                .filter(change -> change.getString("key").equals(key))
                .forEach(change -> change.put("value", change.getLong("value") - 1));
    }),
    CONFIRM_IS_PUBLISHED_WITH_MORE_KEPT(true, run -> {
        JsonObject line =
                reservation(run, "confirm", "confirmed").getJsonArray("lines").getJsonObject(0);
        line.put("confirmed", line.getLong("confirmed") + 1);
    }),
    CANCEL_IS_PUBLISHED_AS_AN_EXPIRY(
            true, run -> reservation(run, "cancel", "cancelled").put("state", "expired"));

    private final boolean seenByCallers;
    private final Consumer<Recorded> plant;

    EventFault(boolean seenByCallers, Consumer<Recorded> plant) {
        this.seenByCallers = seenByCallers;
        this.plant = plant;
    }

    private static JsonObject change(Recorded run) {
        return event(run).getJsonArray("changes").getJsonObject(0);
    }

    /** The event of the first acknowledged increment that is published. */
    private static JsonObject event(Recorded run) {
        Seen write = run.first(
                "published increment", call -> HistoryFault.isFirstIncrement(call) && find(run, call) != null);
        JsonObject found = find(run, write);
        if (found == null) {
            throw new NoSuchElementException("the run has no event of " + write);
        }
        return found;
    }

    /** The first event of that kind whose command was acknowledged, and not as a repeated one. */
    private static JsonObject ended(Recorded run, String kind) {
        Seen call = run.first(
                "published " + kind,
                each -> each.completion().getInteger("status", 0) / 100 == 2
                        && !each.replayed()
                        && each.body() != null
                        && each.body().containsKey("lines")
                        && find(run, each, kind) != null);
        return find(run, call, kind);
    }

    private static JsonObject reservation(Recorded run, String kind, String state) {
        return ended(run, kind).getJsonArray("reservations").stream()
                .map(JsonObject.class::cast)
                .filter(each -> each.getString("state").equals(state))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("the event of a " + kind + " has no reservation"));
    }

    private static JsonObject find(Recorded run, Seen call, String kind) {
        return run.events.stream()
                .skip(1)
                .filter(event -> event.getString("kind").equals(kind)
                        && event.getLong("seq").equals(call.body().getLong("offset"))
                        && event.getString("id", "").equals(call.invoke().getString("id")))
                .findFirst()
                .orElse(null);
    }

    private static JsonObject find(Recorded run, Seen write) {
        return run.events.stream()
                .skip(1)
                .filter(event -> event.getLong("seq") == write.number("offset")
                        && event.getString("id", "").equals(write.body().getString("id")))
                .findFirst()
                .orElse(null);
    }

    @Override
    public String finding() {
        return "EVENTS";
    }

    @Override
    public boolean isSeenByCallers() {
        return seenByCallers;
    }

    @Override
    public void plant(Recorded run) {
        plant.accept(run);
    }
}
