package dev.hotlane.gateway;

import dev.hotlane.gateway.access.GatewayAccess;
import dev.hotlane.gateway.call.LocalView;
import dev.hotlane.gateway.changes.ChangesHub;
import dev.hotlane.gateway.changes.ChangesSource;
import dev.hotlane.gateway.changes.NoChanges;
import dev.hotlane.gateway.http.Parts;
import dev.hotlane.gateway.http.ReadParts;
import dev.hotlane.gateway.http.Server;
import dev.hotlane.gateway.http.TlsFront;
import dev.hotlane.gateway.http.ViewParts;
import dev.hotlane.gateway.lane.CommandProducer;
import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.gateway.lane.LaneLink;
import dev.hotlane.gateway.lane.LocalReplies;
import dev.hotlane.gateway.lane.ReadProofs;
import dev.hotlane.gateway.lane.ReplyConsumer;
import dev.hotlane.gateway.listing.CounterListing;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.GatewayTimes;
import dev.hotlane.gateway.status.Metrics;
import dev.hotlane.gateway.view.ViewTable;
import dev.hotlane.protocol.process.HeapHeadroom;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;

/**
 * A gateway for a warm-up: the event loops, calls and exchanges of a {@link Gateway} in front of a log in memory, on a
 * free port of the loopback address. It has no Kafka and no MySQL and shares no object with the process' own gateway.
 * Any thread.
 */
public final class ScratchGateway implements AutoCloseable {
    /** A starved machine must not end the warm-up by late BEATs. */
    private static final Duration BEAT_AGE_MAX = Duration.ofSeconds(30);

    private static final GatewaySettings SETTINGS =
            GatewaySettings.of("nowhere:0", 0, 0).withTimes(GatewayTimes.USUAL.withBeatAgeMax(BEAT_AGE_MAX));

    private final Parts parts;
    private final EventLoops loops;
    private final LocalReplies local;

    private ScratchGateway(Parts parts, EventLoops loops) {
        this.parts = parts;
        this.loops = loops;
        local = new LocalReplies(parts.lane(), loops.exchanges());
    }

    /**
     * Starts it; returns once it listens. It is ready after the first BEAT.
     *
     * @param log receives its commands; closed with the gateway
     */
    public static ScratchGateway start(Producer<byte[], byte[]> log) {
        return start(log, SETTINGS);
    }

    static ScratchGateway start(Producer<byte[], byte[]> log, GatewaySettings settings) {
        return start(log, settings, new NoChanges());
    }

    /** The same with streams of changes from this source. */
    static ScratchGateway start(Producer<byte[], byte[]> log, GatewaySettings settings, ChangesSource feed) {
        LaneHealth health = new LaneHealth(settings.times().beatAgeMax());
        health.replies(null);
        CommandProducer lane = CommandProducer.into(log, settings.lane(), health);
        Metrics metrics = new Metrics(Server.routes(), HeapHeadroom.watch(line -> {}), "gateway");
        ReadProofs proofs = ReadProofs.now(null);
        LaneLink link = new LaneLink(1, 2, 0, lane, health, metrics, proofs);
        LocalView local =
                new LocalView(new ViewTable(), proofs, settings.reads().view().staleMax(), metrics);
        ViewParts view =
                ViewParts.of(local, settings.reads().view(), settings.lane().name());
        ChangesHub changes = new ChangesHub(
                settings.lane().name(),
                feed,
                settings.reads().changes(),
                view.watches().places());
        EventLoops loops = new EventLoops(settings.http());
        Parts parts = new Parts(
                settings,
                link,
                new ReadParts(new CounterListing(null), view, null, changes),
                GatewayAccess.of(settings.http().access()),
                TlsFront.of(settings.http().tls()),
                metrics,
                loops::inFlight);
        GatewayMeters.callers(metrics, parts.access());
        loops.start(parts);
        loops.listen();
        return new ScratchGateway(parts, loops);
    }

    /** What its event loop shares with other threads: its figures are read there. */
    public Parts parts() {
        return parts;
    }

    /** Its port on 127.0.0.1. */
    public int port() {
        return loops.port();
    }

    /** The way in for the replies of its processor. */
    public LocalReplies localReplies() {
        return local;
    }

    /** Whether it serves calls: a BEAT has arrived. */
    public boolean ready() {
        return parts.health().fault(System.nanoTime()) == null;
    }

    /** Takes a record as from the reply topic: a BEAT. */
    public void receive(byte[] record) {
        ReplyConsumer.Batch batch = new ReplyConsumer.Batch(List.of(record), System.nanoTime(), true);
        loops.exchanges().forEach(loop -> loop.deliver(batch));
    }

    /** Ends its connections, its event loop and its meters. */
    @Override
    public void close() {
        parts.health().drain();
        local.close();
        parts.lane().producer().close(Duration.ZERO);
        parts.listing().close();
        parts.view().boards().close();
        parts.changes().close();
        loops.close();
        parts.access().close();
        parts.metrics().close();
    }
}
