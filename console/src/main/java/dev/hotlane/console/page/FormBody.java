package dev.hotlane.console.page;

import io.vertx.core.buffer.Buffer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** The fields that a form sends. Immutable. */
record FormBody(Buffer sent) {
    /** The first field with that name; null if there is none, or it is not encoded as forms are. */
    String field(String name) {
        for (String part : sent.toString(StandardCharsets.UTF_8).split("&")) {
            if (part.startsWith(name + "=")) {
                try {
                    return URLDecoder.decode(part.substring(name.length() + 1), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException e) {
                    return null;
                }
            }
        }
        return null;
    }
}
