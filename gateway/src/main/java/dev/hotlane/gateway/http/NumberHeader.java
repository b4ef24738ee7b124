package dev.hotlane.gateway.http;

import io.vertx.core.http.HttpHeaders;

/** The value of a header that is a number and mostly the same one as before: its text is kept. Belongs to one event loop. */
final class NumberHeader {
    private long number = -1;
    private CharSequence text = of(0);

    /** The text of a number, 0 or greater. */
    CharSequence of(long next) {
        if (next != number) {
            number = next;
            text = HttpHeaders.createOptimized(Long.toString(next));
        }
        return text;
    }
}
