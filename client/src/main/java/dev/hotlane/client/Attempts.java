package dev.hotlane.client;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * The attempts of one request and what they have shown so far. Its loop calls it by one thread at a time.
 *
 * @param <R> type of the result
 */
interface Attempts<R> {
    /** The next attempt to that gateway. */
    HttpRequest.Builder request(URI gateway);

    /** Takes a whole answer; the result, or empty if it must be sent again. */
    Optional<R> answered(HttpResponse<byte[]> response);

    /**
     * Takes the failure of an attempt.
     *
     * @param arrived whether the request may have reached a gateway
     * @param detail the failure in words
     */
    void unanswered(boolean arrived, String detail);

    /** Wait that the last answer asked for. */
    Duration retryAfter();

    /** The result when nothing more is sent. */
    R ended(boolean underWay, String reason);
}
