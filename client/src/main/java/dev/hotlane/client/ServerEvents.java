package dev.hotlane.client;

import java.util.Optional;

/** Reads server-sent events line by line, as HTML defines them. Belongs to one thread. */
final class ServerEvents {
    private final StringBuilder data = new StringBuilder();
    private String type = "";
    private String nextId;
    private String lastId;
    private Optional<Long> retryMs = Optional.empty();

    /**
     * An event.
     *
     * @param type its name
     * @param data its data
     */
    record Event(String type, String data) {}

    /** Begins a stream; the last id stays. */
    void begin() {
        data.setLength(0);
        type = "";
        nextId = lastId;
    }

    /** Begins with this id, or without one if it is null. */
    void resume(String id) {
        lastId = id;
    }

    /** Begins without an id. */
    void forget() {
        lastId = null;
    }

    /** The last id, or null. */
    String lastId() {
        return lastId;
    }

    /** The reconnection time that the server has set. */
    Optional<Long> retryMs() {
        return retryMs;
    }

    /** Takes a line without its end; returns the event that ends with it, if any. */
    Optional<Event> take(String line) {
        if (line.isEmpty()) {
            Event event = new Event(type, data.toString());
            data.setLength(0);
            type = "";
            lastId = nextId;
            return event.data.isEmpty() ? Optional.empty() : Optional.of(event);
        }
        int colon = line.indexOf(':');
        String name = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1).replaceFirst("^ ", "");
        switch (name) {
            case "event" -> type = value;
            case "data" -> data.append(data.length() == 0 ? "" : "\n").append(value);
            case "id" -> nextId = value;
            case "retry" -> retryMs = value.matches("[0-9]{1,9}") ? Optional.of(Long.parseLong(value)) : retryMs;
            default -> {
                // A comment, or a field that a later server sends.
            }
        }
        return Optional.empty();
    }
}
