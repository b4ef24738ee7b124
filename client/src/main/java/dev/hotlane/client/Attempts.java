package dev.hotlane.client;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * The attempts of one request and their verdicts so far. Its loop calls it from one thread at a time.
 *
 * @param <R> type of the result
 */
interface Attempts<R> {
    /** Builds the next attempt to this gateway. */
    HttpRequest.Builder request(URI gateway);

    /** Takes a complete answer; returns the result, or empty if the request must be sent again. */
    Optional<R> answered(HttpResponse<byte[]> response);

    /**
     * Takes the failure of an attempt.
     *
     * @param arrived whether the request may have reached a gateway
     * @param detail the failure in words
     */
    void unanswered(boolean arrived, String detail);

    /** The wait that the last answer requested. */
    Duration retryAfter();

    /** The result if nothing more is sent. */
    R ended(boolean underWay, String reason);
}
