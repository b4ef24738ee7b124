package dev.hotlane.gateway.http;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.rate.CallCost;
import dev.hotlane.gateway.access.RatedCall;
import dev.hotlane.gateway.call.CallRights;
import dev.hotlane.gateway.call.CounterCut;
import dev.hotlane.gateway.call.CutReader;
import dev.hotlane.gateway.call.EntityTag;
import dev.hotlane.gateway.call.ReadTerms;
import dev.hotlane.gateway.call.Rejection;
import dev.hotlane.gateway.cards.Card;
import dev.hotlane.gateway.cards.CardLookup;
import dev.hotlane.gateway.cards.CardStore;
import dev.hotlane.gateway.cards.CounterBodies;
import dev.hotlane.gateway.cards.ProductAnswer;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request for products: finds the cards, fetches those that are in the topic only, reads all counters at once,
 * answers. All cards are of one store. Belongs to its event loop.
 */
final class ProductRead implements CutReader.Receiver {
    private static final Logger log = LoggerFactory.getLogger(ProductRead.class);
    /** A longer plain body is inflated on the worker: 64 KiB take 0.2 ms. */
    private static final int INFLATED_HERE_MAX = 64 * 1024;

    private static final int IDENTITY_MAX = 16 << 20;

    private final Products products;
    private final HttpServerRequest http;
    private final Route route;
    private final KnownCaller caller;
    private final RatedCall rated;
    private final CardStore store;
    private final List<String> ids;
    private final ReadTerms terms;
    private final boolean list;
    private final List<Card> cards;
    private int missing;
    private boolean unknown;

    ProductRead(Products products, AdmittedRequest request, CardStore store, List<String> ids, ReadTerms terms) {
        this.products = products;
        http = request.http();
        route = request.route();
        caller = request.caller();
        rated = request.rated();
        this.store = store;
        this.ids = ids;
        this.terms = terms;
        list = route.page() == Route.PageKind.PRODUCTS;
        cards = new ArrayList<>(Collections.nCopies(ids.size(), null));
    }

    /** Begins; throws RequestRefused if the request is rejected at once. */
    void start() {
        for (int i = 0; i < ids.size(); i++) {
            CardLookup found = store.find(ids.get(i));
            if (found.state() == CardLookup.State.STORED) {
                fetch(i);
            } else {
                take(i, found);
            }
        }
        if (missing == 0) {
            readCounters();
        }
    }

    private void take(int i, CardLookup found) {
        cards.set(i, found.card());
        unknown |= found.state() == CardLookup.State.UNKNOWN;
    }

    private void fetch(int i) {
        missing++;
        products.cards()
                .fetch(store, ids.get(i))
                .thenAccept(found -> products.context().runOnContext(none -> {
                    take(i, found);
                    missing--;
                    if (missing == 0) {
                        guarded(this::readCounters);
                    }
                }));
    }

    private void readCounters() {
        if (unknown) {
            throw new RequestRefused(
                    Code.UNAVAILABLE,
                    "Not all of these product cards are in memory, and Kafka does not return them now. Ask again.");
        }
        if (!list && cards.get(0) == null) {
            throw new RequestRefused(Code.NOT_FOUND, "No card of this product is published.");
        }
        List<byte[]> keys = new ArrayList<>(cards.size());
        for (Card card : cards) {
            if (card != null) {
                keys.addAll(card.counterKeys());
            }
        }
        rated.charge(CallCost.rest(0, keys.size()));
        CallRights.requireKeys(caller, keys);
        if (keys.isEmpty()) {
            answer(null);
        } else {
            products.cuts().read(caller.sender(), keys, terms, http.headers().get(RequestExchange.TRACEPARENT), this);
        }
    }

    @Override
    public void received(CounterCut cut) {
        guarded(() -> answer(cut));
    }

    @Override
    public void refused(Code code, String detail) {
        products.responder().refuse(http, route.name(), code, detail);
    }

    @Override
    public void ended(long sequence) {
        Responder responder = products.responder();
        Rejection.offsetInFuture(terms.minOffset(), sequence, responder.text().clear());
        Code code = Code.OFFSET_IN_FUTURE;
        responder.rejection(http, route.name(), code, code.status(), 0, false);
    }

    private void answer(CounterCut cut) {
        ProductAnswer answer = list
                ? products.composer().list(store.topic(), cards, counters(cut))
                : products.composer().one(store.topic(), cards.get(0), counters(cut));
        boolean gzip = products.accepted().isGzip(http.headers());
        long cardOffset = list ? ProductHeaders.NO_OFFSET : cards.get(0).offset();
        ProductHeaders headers = new ProductHeaders(answer.tag(), gzip, cardOffset, cut);
        if (isKnown(answer)) {
            headers.set(products.responder(), http.response(), false);
            products.responder().revalidated(http, route.name(), 304, null, 0);
        } else if (gzip) {
            send(headers, answer.gzip());
        } else {
            sendPlain(headers, answer);
        }
    }

    /** The bodies of the cut in its order, which is that of the cards and of their keys; null if no card names a counter. */
    private static CounterBodies counters(CounterCut cut) {
        Iterator<byte[]> bodies = (cut == null ? List.<byte[]>of() : cut.bodies()).iterator();
        return (key, out) -> out.raw(bodies.next());
    }

    /** Whether the client has this answer, in either form: both are of the same cards and counters. */
    private boolean isKnown(ProductAnswer answer) {
        String known = http.headers().get(HttpHeaders.IF_NONE_MATCH);
        return EntityTag.names(known, answer.tag().identity())
                || EntityTag.names(known, answer.tag().gzip());
    }

    private void sendPlain(ProductHeaders headers, ProductAnswer answer) {
        long length = answer.identityLength();
        if (length > IDENTITY_MAX) {
            throw new RequestRefused(
                    Code.TOO_LARGE,
                    "These products have " + length + " bytes, uncompressed at most " + IDENTITY_MAX
                            + " are sent: ask for fewer, or send Accept-Encoding: gzip.");
        }
        if (http.method().equals(HttpMethod.HEAD)) {
            headers.set(products.responder(), http.response(), true);
            products.responder().revalidated(http, route.name(), 200, null, length);
        } else if (length <= INFLATED_HERE_MAX) {
            send(headers, answer.identity());
        } else {
            products.inflate(answer)
                    .onSuccess(body -> guarded(() -> send(headers, body)))
                    .onFailure(this::failed);
        }
    }

    private void send(ProductHeaders headers, byte[] body) {
        headers.set(products.responder(), http.response(), true);
        boolean head = http.method().equals(HttpMethod.HEAD);
        products.responder().revalidated(http, route.name(), 200, head ? null : body, body.length);
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (RequestRefused e) {
            products.responder().refuse(http, route.name(), e);
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    private void failed(Throwable cause) {
        log.error("a request to {} failed", route.name(), cause);
        refused(Code.UNAVAILABLE, "The gateway has a fault, see its log.");
    }
}
