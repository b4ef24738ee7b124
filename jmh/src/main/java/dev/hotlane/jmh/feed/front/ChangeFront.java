package dev.hotlane.jmh.feed.front;

import dev.hotlane.jmh.peers.front.PeerFront;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * `PUT` and `GET /v1/counters/KEY` and `GET /v1/changes` in front of a store, in the form that Hotlane has them. One following
 * of the store serves all streams; a stream that comes back has one of its own, from its id on, until it has all that the
 * others have. One event loop.
 */
public final class ChangeFront {
    private static final Logger log = LoggerFactory.getLogger(ChangeFront.class);
    private static final String CHANGES = "/v1/changes";
    private static final String COUNTERS = "/v1/counters/";
    private static final CharSequence LAST_EVENT_ID = HttpHeaders.createOptimized("last-event-id");
    private static final CharSequence EVENTS = HttpHeaders.createOptimized("text/event-stream");
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

    private final Vertx vertx;
    private final ChangeStore store;
    private final Set<Stream> live = new LinkedHashSet<>();
    private final List<StoredChange> waiting = new ArrayList<>();

    /** The id up to which the live streams have all; below 0 before the first. */
    private long given = -1;

    private ChangeFront(Vertx vertx, ChangeStore store) {
        this.vertx = vertx;
        this.store = store;
    }

    /** Follows the store, then serves on that port of the loopback address, 0 for any; waits until it does. */
    public static HttpServer serve(Vertx vertx, int port, ChangeStore store) {
        ChangeFront front = new ChangeFront(vertx, store);
        return store.follow(ChangeStore.NOW, front::take)
                .compose(following -> vertx.createHttpServer(PeerFront.options(port))
                        .requestHandler(front::answer)
                        .listen())
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private void answer(HttpServerRequest request) {
        String path = request.path();
        if (path.equals(CHANGES)) {
            open(request);
        } else if (path.startsWith(COUNTERS)) {
            String key = path.substring(COUNTERS.length());
            Future<Long> value = request.method() == HttpMethod.PUT ? put(request, key) : store.value(key);
            value.onSuccess(number -> request.response()
                            .putHeader(HttpHeaders.CONTENT_TYPE, JSON)
                            .end("{\"key\":\"" + key + "\",\"value\":" + number + "}"))
                    .onFailure(failure -> failed(request, failure));
        } else {
            request.response().end();
        }
    }

    private Future<Long> put(HttpServerRequest request, String key) {
        return request.body().compose(body -> {
            long value = body.toJsonObject().getLong("value");
            return store.put(key, value).map(done -> value);
        });
    }

    private static void failed(HttpServerRequest request, Throwable failure) {
        log.warn("{} {} failed", request.method(), request.path(), failure);
        request.response().setStatusCode(500).end();
    }

    private void open(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        Stream stream = new Stream(response);
        response.exceptionHandler(gone -> stream.end());
        response.closeHandler(gone -> stream.end());
        String after = request.getHeader(LAST_EVENT_ID);
        if (after == null || !store.resumes()) {
            stream.join();
            return;
        }
        stream.given = Long.parseLong(after);
        store.follow(stream.given, stream::take)
                .onSuccess(stream::follows)
                .onFailure(failure -> failed(request, failure));
    }

    /** What came in one turn of the loop goes out in one write. */
    private void take(List<StoredChange> changes) {
        if (waiting.isEmpty()) {
            vertx.runOnContext(turn -> give());
        }
        waiting.addAll(changes);
    }

    private void give() {
        Buffer events = Buffer.buffer();
        waiting.forEach(change -> write(change, events));
        for (Stream stream : List.copyOf(live)) {
            if (stream.given < waiting.get(0).id()) {
                stream.response.write(events);
                stream.given = waiting.get(waiting.size() - 1).id();
            } else {
                stream.take(waiting);
            }
        }
        given = waiting.get(waiting.size() - 1).id();
        waiting.clear();
    }

    private static void write(StoredChange change, Buffer out) {
        out.appendString("event: change\nid: " + change.id() + "\ndata: {\"seq\":" + change.id()
                + ",\"changes\":[{\"key\":\"" + change.key() + "\",\"value\":" + change.value() + "}]}\n\n");
    }

    /** A client's stream. It has no bound: a client of the bench reads all it gets. */
    private final class Stream {
        private final HttpServerResponse response;
        private ChangeStore.Following own;
        private boolean ended;
        private long given = -1;

        Stream(HttpServerResponse response) {
            this.response = response;
        }

        private void begin() {
            response.setChunked(true).putHeader(HttpHeaders.CONTENT_TYPE, EVENTS);
            // The head goes out with it.
            response.write(":\n\n");
        }

        void join() {
            begin();
            live.add(this);
        }

        void follows(ChangeStore.Following following) {
            own = following;
            if (ended) {
                following.stop();
            } else if (!response.headWritten()) {
                begin();
            }
        }

        /** From a following of its own, and what it has of the live ones already does not go out again. */
        void take(List<StoredChange> changes) {
            if (ended) {
                return;
            }
            if (!response.headWritten()) {
                begin();
            }
            Buffer events = Buffer.buffer();
            for (StoredChange change : changes) {
                if (change.id() > given) {
                    write(change, events);
                    given = change.id();
                }
            }
            if (events.length() > 0) {
                response.write(events);
            }
            if (own != null && ChangeFront.this.given >= 0 && given >= ChangeFront.this.given) {
                own.stop();
                own = null;
                live.add(this);
            }
        }

        void end() {
            ended = true;
            live.remove(this);
            if (own != null) {
                own.stop();
                own = null;
            }
        }
    }
}
