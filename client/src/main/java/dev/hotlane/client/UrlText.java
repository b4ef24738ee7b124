package dev.hotlane.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Texts in a URL. */
final class UrlText {
    private UrlText() {}

    /** One path segment; a segment of one or two dots is encoded, because proxies would resolve it. */
    static String segment(String text) {
        String encoded = encoded(text);
        return encoded.matches("\\.{1,2}") ? encoded.replace(".", "%2E") : encoded;
    }

    /** A path with these parameters. */
    static String query(String path, Map<String, String> parameters) {
        return parameters.isEmpty()
                ? path
                : parameters.entrySet().stream()
                        .map(one -> one.getKey() + "=" + encoded(one.getValue()))
                        .collect(Collectors.joining("&", path + "?", ""));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
