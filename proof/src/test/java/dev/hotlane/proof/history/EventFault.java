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
    });

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
