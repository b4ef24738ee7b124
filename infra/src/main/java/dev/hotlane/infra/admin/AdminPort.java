package dev.hotlane.infra.admin;

import dev.hotlane.gateway.http.Parts;
import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.processor.ProcessorSettings.Http;
import dev.hotlane.processor.status.FigurePages;
import dev.hotlane.processor.status.StatusServer;

/**
 * A gateway's port for operators: health, readiness, metrics, status, counts. It has threads of its own, so calls at the
 * gateway's port for callers, however many, delay no answer here. Listens from its construction on.
 */
public final class AdminPort implements AutoCloseable {
    private final StatusServer server;

    /** Throws HaltReason if the port is taken, or a file is not valid. */
    public AdminPort(Http port, FigurePages pages) {
        server = new StatusServer(port.host(), port.port(), port.hosts(), port.tls(), port.principals());
        pages.serve(server);
        server.start();
    }

    /** What a gateway shows; none of it asks an event loop. */
    public static FigurePages pages(Parts parts) {
        LaneHealth health = parts.health();
        return new FigurePages(
                () -> true, self -> fault(health, self), parts.metrics()::scrape, parts::status, parts::stats);
    }

    private static String fault(LaneHealth health, boolean self) {
        String fault = self ? health.ownFault() : health.readyFault(System.nanoTime());
        return fault == null && !health.isOpen() ? "the port for callers is not open yet" : fault;
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
    }
}
