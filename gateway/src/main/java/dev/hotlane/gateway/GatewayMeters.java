package dev.hotlane.gateway;

import dev.hotlane.gateway.access.AuthFailures;
import dev.hotlane.gateway.access.GatewayAccess;
import dev.hotlane.gateway.http.Parts;
import dev.hotlane.gateway.http.Server;
import dev.hotlane.gateway.lane.CommandProducer;
import dev.hotlane.gateway.lane.ReplyConsumer;
import dev.hotlane.gateway.status.BoardMeters;
import dev.hotlane.gateway.status.CardMeters;
import dev.hotlane.gateway.status.ChangesMeters;
import dev.hotlane.gateway.status.ClientGauges;
import dev.hotlane.gateway.status.LaneMemoryMeters;
import dev.hotlane.gateway.status.Metrics;
import dev.hotlane.gateway.status.PrincipalMeters;
import dev.hotlane.gateway.status.TokenMeters;
import dev.hotlane.gateway.status.ViewMeters;
import dev.hotlane.gateway.status.WatchMeters;
import dev.hotlane.protocol.process.NamedThreads;
import java.util.ArrayList;
import java.util.List;

/** Gauges of a gateway's state, read at each scrape. Without state. */
final class GatewayMeters {
    private GatewayMeters() {}

    /** Registers the gauges. */
    static void bind(Parts parts, EventLoops loops, ReplyConsumer replies) {
        Metrics metrics = parts.metrics();
        metrics.gauge("hotlane_inflight_requests", "Requests waiting for the log", loops, EventLoops::inFlight);
        metrics.gauge("hotlane_gateway_batches", "Open batches", loops, EventLoops::openBatches);
        metrics.gauge("hotlane_gateway_connections", "Open connections", loops, EventLoops::connections);
        metrics.gauge("hotlane_gateway_unsent_bytes", "Bytes of answers that clients did not take yet", loops, all -> {
            return all.sum(Server::unsentBytes);
        });
        metrics.gauge("hotlane_gateway_body_bytes", "Bytes of bodies being read or in the log", loops, all -> {
            return all.sum(Server::bodyBytes);
        });
        metrics.gauge(
                "hotlane_producer_bytes",
                "Bytes sent and not acknowledged",
                parts.lane().producer(),
                CommandProducer::bytesInFlight);
        metrics.gauge(
                "hotlane_beat_age_seconds", "Since a processor was heard, -1 for never", parts.health(), health -> {
                    long nanos = health.beatAgeNanos(System.nanoTime());
                    return nanos < 0 ? -1 : nanos / 1e9;
                });
        metrics.gauge("hotlane_gateway_ready", "1 if requests are served", parts.health(), health -> {
            return health.fault(System.nanoTime()) == null ? 1 : 0;
        });
        threads(metrics, parts.settings().http().eventLoops());
        LaneMemoryMeters.bind(metrics, parts.health());
        ViewMeters.bind(metrics, parts.view().local());
        BoardMeters.bind(metrics, parts.view().boards());
        WatchMeters.bind(metrics, parts.view().watches().counts());
        ChangesMeters.bind(metrics, parts.changes());
        metrics.count("hotlane_replies_failures", "Failures of the reply consumer", replies, ReplyConsumer::failures);
        ClientGauges.bind(metrics, "commands", parts.lane().producer()::metrics);
        ClientGauges.bind(metrics, "replies", replies::metrics);
        callers(metrics, parts.access());
        if (parts.cards() != null) {
            CardMeters.bind(metrics, parts.cards());
        }
    }

    private static void threads(Metrics metrics, int eventLoops) {
        List<String> names = new ArrayList<>(List.of("replies", "view-table", "board", "changes"));
        for (int i = 0; i < eventLoops; i++) {
            names.add("gateway-" + i);
        }
        NamedThreads threads = new NamedThreads(names);
        metrics.beforeScrape(threads::look);
        for (String name : names) {
            metrics.count(
                    "hotlane_thread_cpu_seconds",
                    "CPU time of the threads of that name",
                    threads,
                    all -> all.seconds(name),
                    "thread",
                    name);
        }
    }

    /** Registers what concerns callers; nothing for a gateway that is open to anyone. */
    static void callers(Metrics metrics, GatewayAccess access) {
        if (!access.isOpen()) {
            metrics.gauge(
                    "hotlane_principals_stale",
                    "1 if the principals file is gone or broken, so that older principals stay",
                    access,
                    all -> all.stale() ? 1 : 0);
            for (AuthFailures.Reason reason : AuthFailures.Reason.values()) {
                metrics.count(
                        "hotlane_auth_failures",
                        "Requests that proved no principal",
                        access.failures(),
                        failures -> failures.of(reason),
                        "reason",
                        reason.label());
            }
            PrincipalMeters.bind(metrics, access.rates(), access::principals);
        }
        if (access.tokens() != null) {
            TokenMeters.bind(metrics, access.tokens());
        }
    }
}
