package dev.hotlane.gateway.http;

import dev.hotlane.gateway.http.batch.BatchPort;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerResponse;

/** What the batches of one event loop use of its server. Belongs to that event loop. */
final class BatchConnections implements BatchPort {
    private final Responder responder;
    private final Bodies bodies;
    private final Connections connections;

    BatchConnections(Responder responder, Bodies bodies, Connections connections) {
        this.responder = responder;
        this.bodies = bodies;
        this.connections = connections;
    }

    @Override
    public void openLines(HttpServerResponse response) {
        responder.openLines(response);
    }

    @Override
    public void kernelBuffers(HttpConnection connection, int bytes) {
        connections.buffersOfBatch(connection, bytes);
    }

    @Override
    public void usualSendBuffer(HttpConnection connection) {
        Connections.of(connection).sendBuffer(Server.KERNEL_BUFFER);
    }

    @Override
    public void usualQueue(HttpServerResponse response) {
        response.setWriteQueueMaxSize(Connections.QUEUE_MAX);
    }

    @Override
    public void written(int bytes) {
        connections.written(bytes);
    }

    @Override
    public boolean isLate(long nanos, long bytes) {
        return bodies.isLate(nanos, bytes);
    }
}
