package dev.hotlane.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Joins the parts of each change, so that a listener gets it whole and once. Belongs to the thread of its stream. */
final class ChangesSink implements StreamSink {
    private final ChangesListener listener;
    private final List<LaneChange> parts = new ArrayList<>();

    ChangesSink(ChangesListener listener) {
        this.listener = listener;
    }

    @Override
    public void begins() {
        // A stream begins with a whole change: what came of the last one comes again.
        parts.clear();
    }

    @Override
    public void take(ServerEvents.Event event, String lastId) {
        JsonFields data = Json.object(event.data().getBytes(StandardCharsets.UTF_8));
        switch (event.type()) {
            case "change" -> {
                parts.add(LaneChange.read(data));
                if (data.numberIfAny("part").orElse(1)
                        == data.numberIfAny("parts").orElse(1)) {
                    LaneChange whole = LaneChange.join(parts);
                    parts.clear();
                    listener.change(whole, lastId);
                }
            }
            case "gap" -> listener.gap(data.number("from"), data.number("to"), lastId);
            case "progress" -> listener.progress(data.number("offset"), lastId);
            default -> {
                // An event that a later gateway sends.
            }
        }
    }

    @Override
    public boolean startsOver() {
        return false;
    }

    @Override
    public void ended(String reason) {
        listener.ended(reason);
    }
}
