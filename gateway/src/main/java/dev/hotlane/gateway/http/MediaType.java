package dev.hotlane.gateway.http;

import java.util.Locale;

/** The Content-Type header. Any thread. */
final class MediaType {
    /** JSON lines: one document per line. */
    static final String LINES = "application/x-ndjson";

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
