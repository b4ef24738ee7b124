package dev.hotlane.gateway.http;

import dev.hotlane.access.rate.CallCost;
import dev.hotlane.gateway.changes.ChangesAnswer;
import dev.hotlane.gateway.changes.ChangesHub;
import dev.hotlane.gateway.changes.ChangesLoop;
import dev.hotlane.gateway.changes.ChangesRequest;
import dev.hotlane.gateway.changes.ChangesStream;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.watch.WatchOutput;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.Executor;

/** Answers {@code GET /v1/changes}. Belongs to one event loop. */
final class ChangesCalls {
    private final Streams streams;
    private final ChangesHub changes;
    private final ChangesLoop loop;
    private final Executor executor;

    ChangesCalls(Streams streams, ChangesLoop loop, Executor executor) {
        this.streams = streams;
        this.loop = loop;
        this.executor = executor;
        changes = streams.parts().changes();
    }

    /** Opens a stream, once what the client has is found; throws RequestRefused if it is rejected at once. */
    void open(AdmittedRequest admitted) {
        HttpServerRequest http = admitted.http();
        ChangesQuery query = ChangesQuery.of(http.query(), http.headers());
        query.requireRights(admitted.caller());
        admitted.rated().charge(CallCost.PAGE_REST);
        if (streams.parts().health().draining()) {
            changes.counts().refuse();
            throw new RequestRefused(
                    Code.UNAVAILABLE, "This gateway is shutting down. Open the stream at another one.");
        }
        boolean foreign = query.lane() != null && !query.lane().equals(changes.lane());
        ChangesRequest request = query.request(admitted.caller());
        changes.ask(foreign ? ChangesRequest.NOW : request.after(), executor, answer -> {
            if (!http.response().closed()) {
                answered(admitted, request, foreign, answer);
            }
        });
    }

    private void answered(AdmittedRequest admitted, ChangesRequest request, boolean foreign, ChangesAnswer answer) {
        long tail = Math.max(0, answer.tail());
        switch (answer.state()) {
            case NO_TOPICS ->
                refuse(
                        admitted,
                        Code.UNAVAILABLE,
                        "This lane has no feed: its operator can make the topics with 'hotlane topics create --feed' and"
                                + " start 'hotlane feed'.");
            case AWAY -> new Opened(admitted).away();
            case FUTURE ->
                streams.refuse(
                        admitted,
                        Code.OFFSET_IN_FUTURE,
                        "The feed has published up to " + tail + ": open the stream with a lower one, or without one to"
                                + " begin now.",
                        tail);
            case REACHED -> {
                if (foreign) {
                    streams.refuse(
                            admitted,
                            Code.OFFSET_IN_FUTURE,
                            "The Last-Event-ID is of another lane: open the stream without it.",
                            tail);
                } else {
                    loop.open(request, new Opened(admitted));
                }
            }
        }
    }

    private void refuse(AdmittedRequest admitted, Code code, String detail) {
        changes.counts().refuse();
        streams.responder().refuse(admitted.http(), admitted.route().name(), code, detail);
    }

    /** Answers one request, with a stream or a rejection. */
    private final class Opened implements ChangesLoop.Opening {
        private final AdmittedRequest admitted;
        private RatedStream rated;

        Opened(AdmittedRequest admitted) {
            this.admitted = admitted;
        }

        private boolean gone() {
            return admitted.http().response().closed();
        }

        @Override
        public WatchOutput begin() {
            if (gone() || streams.answersHead(admitted)) {
                return null;
            }
            try {
                rated = RatedStream.open(streams.parts().access(), admitted.caller());
            } catch (RequestRefused e) {
                streams.responder().refuse(admitted.http(), admitted.route().name(), e);
                return null;
            }
            return streams.events(admitted);
        }

        @Override
        public void opened(ChangesStream stream) {
            // The stream is open from here, and counted as one; the call that opened it is over.
            Connections.of(admitted.http().connection()).login().callEnded();
            streams.opened(admitted, rated, () -> loop.end(stream), new Streams.Ends() {
                @Override
                public void closed() {
                    loop.closed(stream);
                }

                @Override
                public void closedSlow() {
                    loop.closedSlow(stream);
                }
            });
        }

        @Override
        public void noPlace() {
            if (!gone()) {
                streams.responder()
                        .refuse(
                                admitted.http(),
                                admitted.route().name(),
                                Code.OVERLOADED,
                                "This gateway has no place for another stream, or no reader for changes that are not in"
                                        + " its memory: open it again, best at another gateway.");
            }
        }

        @Override
        public void expired(long oldest) {
            if (!gone()) {
                streams.refuse(
                        admitted,
                        Code.OFFSET_EXPIRED,
                        "Changes behind what you have were deleted; all behind " + oldest
                                + " are kept. Read the counters"
                                + " again, then open the stream without an offset, or from that one.",
                        oldest);
            }
        }

        @Override
        public void away() {
            if (!gone()) {
                refuse(admitted, Code.UNAVAILABLE, "The topics of the feed can't be read now. Open the stream again.");
            }
        }
    }
}
