package dev.hotlane.client;

import java.nio.charset.StandardCharsets;

/** Passes the events of a watch on to its listener. */
record WatchSink(WatchListener listener) implements StreamSink {
    @Override
    public void begins() {
        // Values follow, or what changed.
    }

    @Override
    public void take(ServerEvents.Event event, String lastId) {
        JsonFields data = Json.object(event.data().getBytes(StandardCharsets.UTF_8));
        switch (event.type()) {
            case "counter" -> listener.counter(LocalCounter.read(data));
            case "removed" -> listener.removed(data.text("key"));
            case "reset" -> listener.reset();
            case "ready", "progress" -> listener.progress(data.number("offset"));
            default -> {
                // An event that a later gateway sends.
            }
        }
    }

    @Override
    public boolean startsOver() {
        listener.reset();
        return true;
    }

    @Override
    public void ended(String reason) {
        listener.ended(reason);
    }
}
