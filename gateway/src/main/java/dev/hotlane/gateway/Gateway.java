package dev.hotlane.gateway;

import dev.hotlane.gateway.call.LocalView;
import dev.hotlane.gateway.cards.Cards;
import dev.hotlane.gateway.changes.ChangesHub;
import dev.hotlane.gateway.http.DirectMemory;
import dev.hotlane.gateway.http.Parts;
import dev.hotlane.gateway.http.ReadParts;
import dev.hotlane.gateway.http.Server;
import dev.hotlane.gateway.http.ViewParts;
import dev.hotlane.gateway.lane.CommandProducer;
import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.gateway.lane.LaneLink;
import dev.hotlane.gateway.lane.LocalReplies;
import dev.hotlane.gateway.lane.ReadProofs;
import dev.hotlane.gateway.lane.ReplyConsumer;
import dev.hotlane.gateway.lane.TopicCheck;
import dev.hotlane.gateway.listing.CounterListing;
import dev.hotlane.gateway.problem.GatewayException;
import dev.hotlane.gateway.settings.CardSettings;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.HttpSettings;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.gateway.status.Metrics;
import dev.hotlane.gateway.view.MemoryFeed;
import dev.hotlane.gateway.view.ViewTable;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.process.HeapHeadroom;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running gateway: receives HTTP requests, appends commands to the log, returns the replies. Opened by {@link
 * #start}, closed by {@link #close}. Both block; any thread may call them.
 */
public final class Gateway implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Gateway.class);
    private static final long DRAIN_POLL_NANOS = Duration.ofMillis(10).toNanos();
    private static final Duration PRODUCER_CLOSE_MAX = Duration.ofSeconds(2);

    private final Parts parts;
    private final EventLoops loops;
    private final ReplyConsumer replies;
    private final LocalReplies local;
    private final ViewFeeds views;
    private boolean drained;
    private boolean closed;

    private Gateway(Parts parts, EventLoops loops, ReplyConsumer replies, boolean inNode) {
        this.parts = parts;
        this.loops = loops;
        this.replies = replies;
        views = ViewFeeds.of(parts, inNode);
        local = new LocalReplies(parts.lane(), loops.exchanges());
    }

    /**
     * Starts a gateway; returns once it listens. It is ready (see {@code /readyz}) after the first BEAT of a processor.
     * Throws GatewayException if the topics do not fit, Kafka does not respond, or the port is taken.
     */
    public static Gateway start(GatewaySettings settings) {
        Gateway gateway = open(settings);
        try {
            gateway.listen();
            return gateway;
        } catch (GatewayException e) {
            gateway.close();
            throw e;
        }
    }

    /**
     * As {@link #start}, without the last step: replies and BEATs arrive, and no client can connect before {@link
     * #listen}.
     */
    public static Gateway open(GatewaySettings settings) {
        return open(settings, false);
    }

    /** As {@link #open}, for a node: its processor fills the view, see {@link #ownView}. */
    public static Gateway openInNode(GatewaySettings settings) {
        return open(settings, true);
    }

    private static Gateway open(GatewaySettings settings, boolean inNode) {
        // 0. The files of certificates and principals are valid.
        Entrance entrance = Entrance.of(settings.http());
        try {
            return open(settings, inNode, entrance);
        } catch (RuntimeException e) {
            entrance.close();
            throw e;
        }
    }

    private static Gateway open(GatewaySettings settings, boolean inNode, Entrance entrance) {
        // 1. The topics fit the lane.
        TopicCheck.run(settings.lane(), settings.times().startMax());
        if (settings.reads().cards().on()) {
            TopicCheck.cards(settings.lane(), settings.times().startMax());
        }
        // 2. The reply consumer takes its position before the first send, so that no reply is missed.
        LaneHealth health = new LaneHealth(settings.times().beatAgeMax());
        ReplyConsumer replies = ReplyConsumer.open(settings.lane(), settings.times(), health);
        // 3. The producer has its metadata, so that send() never waits.
        CommandProducer lane = openLane(settings, health, replies);
        // 4. The connections fit into the process's open files; those to Kafka are open by now and counted.
        GatewaySettings fitting = fitted(settings, lane, replies);
        // 5. Event loops run; LaneHealth rejects every call until the first BEAT.
        EventLoops loops = new EventLoops(fitting.http());
        Parts parts = parts(fitting, lane, health, entrance, loops, inNode);
        loops.start(parts);
        Gateway gateway = new Gateway(parts, loops, replies, inNode);
        GatewayMeters.bind(parts, loops, replies);
        try {
            loops.requireFreePort();
        } catch (GatewayException e) {
            gateway.close();
            throw e;
        }
        // 6. Replies flow.
        lane.watch(DirectMemory::endIfExhausted);
        replies.start(loops.exchanges(), DirectMemory::endIfExhausted);
        gateway.views.start();
        return gateway;
    }

    /** Opens the port for clients; throws GatewayException if it is taken. */
    public void listen() {
        loops.listen();
        parts.health().opened();
        HttpSettings http = parts.settings().http();
        log.info("listening on {}:{}, sockets by {}", http.host(), port(), http.transport());
    }

    private static CommandProducer openLane(GatewaySettings settings, LaneHealth health, ReplyConsumer replies) {
        try {
            return CommandProducer.open(settings.lane(), settings.times(), health);
        } catch (GatewayException e) {
            closeReplies(replies);
            throw e;
        }
    }

    private static GatewaySettings fitted(GatewaySettings settings, CommandProducer lane, ReplyConsumer replies) {
        try {
            GatewaySettings fitting = OpenFiles.fit(settings);
            SocketMemory.check(fitting.limits().connectionsMax());
            return fitting;
        } catch (GatewayException e) {
            closeReplies(replies);
            lane.close(Duration.ZERO);
            throw e;
        }
    }

    private static Parts parts(
            GatewaySettings settings,
            CommandProducer lane,
            LaneHealth health,
            Entrance entrance,
            EventLoops loops,
            boolean inNode) {
        SecureRandom random = new SecureRandom();
        Metrics metrics = new Metrics(Server.routes(), HeapHeadroom.watch(log::warn), inNode ? "node" : "gateway");
        ViewSettings viewed = settings.reads().view();
        ViewTable table = new ViewTable();
        ReadProofs proofs = ReadProofs.now(viewed.on() ? table::sequence : null);
        int partition = settings.lane().replyPartition();
        LaneLink link = new LaneLink(random.nextLong(), random.nextLong(), partition, lane, health, metrics, proofs);
        LocalView local = new LocalView(table, proofs, viewed.staleMax(), metrics);
        ViewParts view = ViewParts.of(local, viewed, settings.lane().name());
        CardSettings held = settings.reads().cards();
        Cards cards = held.on() ? Cards.start(settings.lane(), held) : null;
        ChangesHub changes = ChangesHub.of(settings, view.watches().places());
        ReadParts reading = new ReadParts(new CounterListing(settings.mysql()), view, cards, changes);
        return new Parts(settings, link, reading, entrance.access(), entrance.tls(), metrics, loops::inFlight);
    }

    /** The port of the listening socket. */
    public int port() {
        return loops.port();
    }

    /** The way in for the replies of a processor in this process. */
    public LocalReplies localReplies() {
        return local;
    }

    /** What the processor of this node fills the view by; null without a view. */
    public MemoryFeed ownView() {
        return views.memory();
    }

    /** What its event loops share: its figures are read there. */
    public Parts parts() {
        return parts;
    }

    /** Requests that wait for their reply from the log. */
    public int inFlight() {
        return loops.inFlight();
    }

    /** Epoch of the leader whose BEAT arrived last, 0 if there was none. */
    public long leaderEpoch() {
        Beat beat = parts.health().beat();
        return beat == null ? 0 : beat.epoch();
    }

    /** Nanoseconds since the last BEAT of a leader, or -1 if there was none. */
    public long beatAgeNanos() {
        return parts.health().beatAgeNanos(System.nanoTime());
    }

    /** From now on it is ready only while {@code processor} holds: that of its node. */
    public void needs(BooleanSupplier processor) {
        parts.health().needs(processor);
    }

    /** Whether its port is open and it is not leaving. */
    public boolean isOpen() {
        return parts.health().isOpen();
    }

    /** Reports 503 from {@code /readyz} from now on, in both forms; calls are served until {@link #drain}. */
    public void leave() {
        parts.health().leave();
    }

    /**
     * Rejects new requests (readyz reports 503) and waits at most drainMax for requests in flight, reads that wait for the
     * view, open batches, and the end of all watches and streams of changes.
     * Later calls do nothing.
     */
    public synchronized void drain() {
        if (drained) {
            return;
        }
        drained = true;
        parts.health().drain();
        loops.endWatches();
        long deadline = System.nanoTime() + parts.settings().times().drainMax().toNanos();
        while (inFlight() + loops.waitingReads() + loops.openBatches() + streams() > 0
                && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(DRAIN_POLL_NANOS);
        }
    }

    private int streams() {
        return parts.view().watches().counts().streams()
                + parts.changes().counts().streams();
    }

    /** Drains, then closes everything. Later calls do nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        drain();
        local.close();
        if (inFlight() > 0) {
            log.warn("closing with {} requests in flight; their callers get no answer", inFlight());
        }
        closeReplies(replies);
        parts.lane().producer().close(PRODUCER_CLOSE_MAX);
        parts.listing().close();
        // Before the event loops: a view that moves, and cards that were read, hand tasks to them.
        views.close();
        parts.changes().close();
        parts.view().boards().close();
        if (parts.cards() != null) {
            parts.cards().close();
        }
        loops.close();
        parts.access().close();
        parts.metrics().close();
        log.info("closed");
    }

    private static void closeReplies(ReplyConsumer replies) {
        try {
            replies.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
