package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.CutReader;
import dev.hotlane.gateway.call.ReadTerms;
import dev.hotlane.gateway.cards.CardStore;
import dev.hotlane.gateway.cards.Cards;
import dev.hotlane.gateway.cards.ProductAnswer;
import dev.hotlane.gateway.cards.ProductComposer;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.stream.Stream;

/** Answers {@code GET /v1/products/{id}} and {@code GET /v1/products?ids=...}. Belongs to one event loop. */
final class Products {
    /** Plain bytes of answers that are being inflated on the worker, of one event loop. */
    private static final long INFLATING_MAX = 64L << 20;

    private static final List<String> LIST_PARAMETERS = Stream.concat(
                    Stream.of(ProductIds.IDS), ReadTerms.PARAMETERS.stream())
            .toList();

    private final Cards cards;
    private final Responder responder;
    private final Context context;
    private final CutReader cuts;
    private final ProductComposer composer = new ProductComposer();
    private final AcceptedForm accepted = new AcceptedForm();
    private long inflating;

    Products(Parts parts, Responder responder, Context context, CutReader cuts) {
        cards = parts.cards();
        this.responder = responder;
        this.context = context;
        this.cuts = cuts;
    }

    /** Answers with one product; throws RequestRefused if the request is rejected at once. */
    void one(AdmittedRequest request) {
        HttpServerRequest http = request.http();
        ReadTerms terms = terms(http, ReadTerms.PARAMETERS);
        String id = ProductIds.ofPath(request.route(), http.path());
        new ProductRead(this, request, store(), List.of(id), terms).start();
    }

    /** Answers with a list; throws RequestRefused if the request is rejected at once. */
    void list(AdmittedRequest request) {
        HttpServerRequest http = request.http();
        ReadTerms terms = terms(http, LIST_PARAMETERS);
        List<String> ids = ProductIds.ofQuery(http.query());
        new ProductRead(this, request, store(), ids, terms).start();
    }

    /** Where the counters may be read: in the view, unless the caller says otherwise. */
    private static ReadTerms terms(HttpServerRequest http, List<String> known) {
        return ReadTerms.of(Admission.readParameters(known, http.query(), http.headers()), ReadTerms.LOCAL);
    }

    private CardStore store() {
        if (cards == null) {
            throw new RequestRefused(
                    Code.UNAVAILABLE,
                    "This gateway holds no product cards: its operator can start it with --cards=all or --cards=hot.");
        }
        CardStore store = cards.store();
        if (store == null || !store.loaded()) {
            throw new RequestRefused(Code.UNAVAILABLE, "The product cards are being read from their topic. Ask again.");
        }
        return store;
    }

    /**
     * Inflates an answer on the worker; the future ends on this event loop. Throws RequestRefused if too many are being
     * inflated.
     */
    Future<byte[]> inflate(ProductAnswer answer) {
        long bytes = answer.identityLength();
        if (inflating + bytes > INFLATING_MAX) {
            throw new RequestRefused(
                    Code.OVERLOADED,
                    "Too many products are being inflated. Ask again, best with Accept-Encoding: gzip.");
        }
        inflating += bytes;
        return context.executeBlocking(answer::identity, false).onComplete(ended -> inflating -= bytes);
    }

    Cards cards() {
        return cards;
    }

    Responder responder() {
        return responder;
    }

    Context context() {
        return context;
    }

    CutReader cuts() {
        return cuts;
    }

    ProductComposer composer() {
        return composer;
    }

    AcceptedForm accepted() {
        return accepted;
    }
}
