package dev.hotlane.processor.status;

import dev.hotlane.processor.ring.StateFigures;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Gauges of the bytes that the state takes, and may take by RULES. Any thread. */
final class RoomMeters {
    private final Meters meters;
    private final Supplier<StateFigures> figures;

    RoomMeters(Meters meters, Supplier<StateFigures> figures) {
        this.meters = meters;
        this.figures = figures;
    }

    void register() {
        show("hotlane.state.bytes", "Bytes of counters and holds", StateFigures.Room::state);
        show("hotlane.state.bytes.limit", "Most bytes of counters and holds", StateFigures.Room::stateMax);
        show(
                "hotlane.dirty.bytes.limit",
                "Most heap of the changes that wait for MySQL: above it gateways reject writes",
                room -> room.stateMax() + room.windowMax());
        show("hotlane.window.bytes", "Bytes of the commands in the window", StateFigures.Room::window);
        show("hotlane.window.bytes.limit", "Most bytes of the commands in the window", StateFigures.Room::windowMax);
    }

    private void show(String name, String description, ToLongFunction<StateFigures.Room> bytes) {
        meters.gauge(name, description, () -> bytes.applyAsLong(figures.get().room()));
    }
}
