package dev.hotlane.gateway.http;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The headers Content-Type and Accept. Any thread. */
final class MediaType {
    /** JSON lines: one document per line. */
    static final String LINES = "application/x-ndjson";

    /** Server-sent events. */
    static final String EVENTS = "text/event-stream";

    private static final String JSON = "application/json";

    private MediaType() {}

    /** Whether it is JSON; the only parameter allowed is charset=utf-8. */
    static boolean isJson(String contentType) {
        return is(JSON, contentType);
    }

    /** Whether it is JSON lines; parameters as for JSON. */
    static boolean isLines(String contentType) {
        return is(LINES, contentType);
    }

    /**
     * Whether server-sent events are accepted; without the header they are.
     *
     * @param headers all lines of the header Accept
     */
    static boolean acceptsEvents(List<String> headers) {
        if (headers.isEmpty()) {
            return true;
        }
        for (String range : String.join(",", headers).split(",")) {
            String[] parts = range.toLowerCase(Locale.ROOT).split(";");
            String type = parts[0].strip();
            boolean matches = type.equals(EVENTS) || type.equals("text/*") || type.equals("*/*");
            if (matches
                    && !Stream.of(parts).skip(1).anyMatch(part -> part.strip().matches("q=0(\\.0*)?"))) {
                return true;
            }
        }
        return false;
    }

    private static boolean is(String expected, String contentType) {
        if (contentType.equals(expected)) {
            return true;
        }
        String[] parts = contentType.toLowerCase(Locale.ROOT).split(";");
        if (parts.length == 0 || !parts[0].strip().equals(expected)) {
            return false;
        }
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().replace("\"", "");
            if (!parameter.equals("charset=utf-8") && !parameter.isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
