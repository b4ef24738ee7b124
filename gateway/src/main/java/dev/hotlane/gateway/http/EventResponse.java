package dev.hotlane.gateway.http;

import dev.hotlane.gateway.watch.WatchOutput;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** A response that is a stream of events; its headers leave with the first bytes. Belongs to its event loop. */
final class EventResponse implements WatchOutput {
    private final HttpServerRequest http;
    private final String route;
    private final Responder responder;
    private final Connections connections;
    private boolean begun;

    EventResponse(HttpServerRequest http, String route, Responder responder, Connections connections) {
        this.http = http;
        this.route = route;
        this.responder = responder;
        this.connections = connections;
    }

    @Override
    public boolean full() {
        return http.response().writeQueueFull();
    }

    @Override
    public void whenDrained(Runnable task) {
        http.response().drainHandler(drained -> task.run());
    }

    @Override
    public void write(byte[] bytes, int length) {
        if (!begun) {
            begun = true;
            responder.openEvents(http.response(), route);
        }
        http.response().write(Buffer.buffer(length).appendBytes(bytes, 0, length));
        connections.written(length);
    }

    @Override
    public void end() {
        HttpServerResponse response = http.response();
        if (!response.closed() && !response.ended()) {
            // Closed, too: the client may find another gateway only by a new connection.
            response.end().onComplete(sent -> DrainedClose.to(http));
        }
    }

    @Override
    public void cut() {
        connections.cutOff(http.connection());
    }
}
