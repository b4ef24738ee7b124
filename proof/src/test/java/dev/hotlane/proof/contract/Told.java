package dev.hotlane.proof.contract;

import java.util.List;
import java.util.Map;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer.
 *
 * @param headers by name in lower case
 */
record Told(int status, Map<String, List<String>> headers, String body) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** The header's value, or null. */
    String header(String name) {
        List<String> values = headers.get(name.toLowerCase(java.util.Locale.ROOT));
        return values == null ? null : values.get(0);
    }

    /** The body; fails if it is no JSON or has a field twice. */
    JsonNode json() {
        return read(body);
    }

    /** As {@link #json}, for one line of a body. */
    static JsonNode read(String text) {
        return JSON.readTree(text);
    }

    /** The problem's code, or null of a success. */
    String code() {
        return status < 400 ? null : json().path("code").asString("");
    }

    @Override
    public String toString() {
        return status + " " + headers + " " + body;
    }
}
