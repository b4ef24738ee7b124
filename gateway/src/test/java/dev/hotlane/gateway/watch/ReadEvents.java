package dev.hotlane.gateway.watch;

import java.util.ArrayList;
import java.util.List;

/** Reads server-sent events as a browser does; keeps the last id. */
public final class ReadEvents {
    /** The last id, empty before the first. */
    public String lastId = "";

    /** Reconnection time in ms, 0 before it was sent. */
    int retryMs;

    private final StringBuilder line = new StringBuilder();
    private final StringBuilder data = new StringBuilder();
    private String type = "";
    private String idBuffer = "";

    /** An event with the id that was the last one at its end. */
    public record Event(String type, String data, String id) {}

    /** Forgets an event that did not end; a new connection begins. */
    public void connectionEnded() {
        line.setLength(0);
        data.setLength(0);
        type = "";
        idBuffer = lastId;
    }

    /** The events that end in this text. */
    public List<Event> take(String text) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next != '\n') {
                line.append(next);
                continue;
            }
            String field = line.toString();
            line.setLength(0);
            if (field.isEmpty()) {
                lastId = idBuffer;
                if (data.length() > 0) {
                    events.add(new Event(type, data.toString(), lastId));
                }
                data.setLength(0);
                type = "";
            } else {
                field(field);
            }
        }
        return events;
    }

    private void field(String field) {
        int colon = field.indexOf(':');
        String name = colon < 0 ? field : field.substring(0, colon);
        String value = colon < 0 ? "" : field.substring(colon + 1).replaceFirst("^ ", "");
        switch (name) {
            case "event" -> type = value;
            case "data" -> data.append(value);
            case "id" -> idBuffer = value;
            case "retry" -> retryMs = Integer.parseInt(value);
            default -> {
                // A comment.
            }
        }
    }
}
