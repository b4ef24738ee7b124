package dev.hotlane.gateway.http;

import java.util.Locale;

/** The Content-Type header. Any thread. */
final class MediaType {
    /** One JSON document a line. */
    static final String LINES = "application/x-ndjson";

    private static final String JSON = "application/json";

    private MediaType() {}

    /** Whether it says JSON; parameters other than a charset of UTF-8 are not for JSON. */
    static boolean isJson(String contentType) {
        return is(JSON, contentType);
    }

    /** Whether it says one JSON document a line; parameters as for JSON. */
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
