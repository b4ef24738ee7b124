package dev.hotlane.infra.feed;

import dev.hotlane.processor.ProcessorSettings.Http;
import dev.hotlane.processor.status.FollowerMeters;
import dev.hotlane.processor.status.FollowerPages;
import dev.hotlane.processor.status.StatusServer;
import java.util.Locale;

/** A feed's own HTTP port: health, readiness, metrics, status. Listens from its construction on. */
public final class FeedPort implements AutoCloseable {
    private final FollowerMeters meters = new FollowerMeters("feed");
    private final StatusServer server;

    /** Throws HaltReason if the port is taken, or a file is not valid. */
    public FeedPort(Http port, FeedStatus status) {
        server = new StatusServer(port.host(), port.port(), port.hosts(), port.tls(), port.principals());
        meters.gauge("hotlane.feed.up.to", "Sequence of the last record that is published", status::upTo);
        meters.gauge("hotlane.feed.lag.records", "Records of the log behind the position", status::lag);
        meters.gauge("hotlane.feed.lag.seconds", "Age of the oldest record that is not published", status::lagSeconds);
        meters.gauge("hotlane.feed.applied", "Sequence of the last record that this process applied", status::applied);
        meters.counter("hotlane.feed.loads", "Times that this process loaded a state", status::loads);
        meters.counter("hotlane.feed.fenced", "Times that another process fenced this one", status::fences);
        meters.gauge("hotlane.feed.publishing", "1 while this process publishes", () -> publishes(status) ? 1 : 0);
        meters.counter("hotlane.feed.transactions", "Transactions that this process committed", status::transactions);
        meters.counter("hotlane.feed.gaps", "Gaps that this process published", status::gaps);
        FollowerPages pages = new FollowerPages(
                () -> true,
                () -> status.role() != FeedStatus.Role.LOADING,
                out -> out.put("role", status.role().name().toLowerCase(Locale.ROOT))
                        .put("upTo", status.upTo())
                        .put("applied", status.applied())
                        .put("lagRecords", status.lag())
                        .put("transactions", status.transactions())
                        .put("gaps", status.gaps()),
                meters);
        pages.serve(server);
        server.start();
    }

    private static boolean publishes(FeedStatus status) {
        return status.role() == FeedStatus.Role.PUBLISHING;
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
        meters.close();
    }
}
