package dev.hotlane.gateway.http;

import java.util.Locale;

/** The Content-Type header. Any thread. */
final class MediaType {
    private static final String JSON = "application/json";

    private MediaType() {}

    /** Whether it says JSON; parameters other than a charset of UTF-8 are not for JSON. */
    static boolean isJson(String contentType) {
        if (contentType.equals(JSON)) {
            return true;
        }
        String[] parts = contentType.toLowerCase(Locale.ROOT).split(";");
        if (parts.length == 0 || !parts[0].strip().equals(JSON)) {
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
