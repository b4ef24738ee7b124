package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.CounterCut;
import dev.hotlane.gateway.cards.ProductTag;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/**
 * Headers of an answer with products. Immutable; any thread.
 *
 * @param tag entity tags of both forms
 * @param gzip whether the compressed form is sent
 * @param cardOffset the card of one product; -1 for a list
 * @param cut the counters; null if the products have none
 */
record ProductHeaders(ProductTag tag, boolean gzip, long cardOffset, CounterCut cut) {
    /** The {@link #cardOffset} of a list. */
    static final long NO_OFFSET = -1;

    private static final CharSequence CARD_OFFSET = HttpHeaders.createOptimized("hotlane-card-offset");
    private static final CharSequence ACCEPT_ENCODING = HttpHeaders.createOptimized("accept-encoding");
    private static final CharSequence GZIP = HttpHeaders.createOptimized("gzip");

    /** Sets them all; {@code withBody} if the answer, to GET or HEAD, is 200. */
    void set(Responder responder, HttpServerResponse response, boolean withBody) {
        response.putHeader(HttpHeaders.ETAG, gzip ? tag.gzip() : tag.identity());
        // Beside the Vary of an answer that a page of another origin may read.
        response.headers().add(HttpHeaders.VARY, ACCEPT_ENCODING);
        if (gzip && withBody) {
            response.putHeader(HttpHeaders.CONTENT_ENCODING, GZIP);
        }
        if (cardOffset != NO_OFFSET) {
            response.putHeader(CARD_OFFSET, Long.toString(cardOffset));
        }
        if (cut != null) {
            responder.local(response, cut.sequence(), cut.staleMs(), cut.fromView());
        }
    }
}
