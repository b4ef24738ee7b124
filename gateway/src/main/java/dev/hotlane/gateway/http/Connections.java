package dev.hotlane.gateway.http;

import dev.hotlane.gateway.status.Metrics;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The open connections of one event loop, and two bounds: bytes that wait for clients, and the time in which a client
 * reads none of them. Belongs to that event loop, except {@link #unsent}.
 */
final class Connections {
    /** Most bytes per read; a connection whose requests wait keeps at most one read. */
    private static final int READ_MAX = 16 * 1024;

    private static final int READ_FIRST = 2 * 1024;
    private static final int READ_LEAST = 64;

    /** Reads of one connection before the next connection's turn. */
    private static final int READS_IN_TURN = 1;

    /** Bytes of waiting answers above which a connection is not read further. */
    static final int QUEUE_MAX = 32 * 1024;

    /** Most connections with a raised receive buffer, of all event loops: as many as there may be open batches. */
    private static final int RAISED_MAX = 1_024;

    /** Share of the bound that may be in use after connections were closed for their bytes. */
    private static final double REFILL = 0.75;

    /** Longest life of a connection for health. */
    private static final long HEALTH_MAX_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final List<OpenConnection> open = new ArrayList<>();
    private final IdleConnections idle = new IdleConnections(open);
    private final ArrayDeque<OpenConnection> forHealth = new ArrayDeque<>();
    private final Bodies bodies;
    private final TlsFront tls;
    private final SafetyHeaders headers;
    private final byte[] late;
    private final Metrics metrics;
    private final long bytesMax;
    private final long takeMaxNanos;
    private final long silenceMaxNanos;
    private final long headMaxNanos;
    private final int raisedMax;
    private int raised;
    private long written;
    private volatile long unsent;

    Connections(Parts parts, Bodies bodies) {
        this.bodies = bodies;
        tls = parts.tls();
        headers = new SafetyHeaders(parts.settings().http().tls().secure());
        late = LateRequest.response(parts.settings().bounds().headerMax());
        headMaxNanos = parts.settings().bounds().headerMax().toNanos();
        metrics = parts.metrics();
        int loops = parts.settings().http().eventLoops();
        bytesMax = parts.settings().bounds().unsentMaxHere() / loops;
        raisedMax = RAISED_MAX / loops;
        takeMaxNanos = parts.settings().bounds().takeMax().toNanos();
        silenceMaxNanos = parts.settings().times().idleMax().toNanos();
    }

    /** Watches a connection from its first byte to its end; one beyond connectionsMax is served for health only. */
    void opened(HttpConnection connection, boolean onlyHealth) {
        Channel channel = ((ConnectionBase) connection).channel();
        AcceptPause.requireFor(channel);
        AdaptiveRecvByteBufAllocator reads = new AdaptiveRecvByteBufAllocator(READ_LEAST, READ_FIRST, READ_MAX);
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(QUEUE_MAX / 2, QUEUE_MAX));
        channel.config().setRecvByteBufAllocator(reads.maxMessagesPerRead(READS_IN_TURN));
        if (onlyHealth && forHealth.size() == Server.HEALTH_PLACES) {
            forHealth.peek().reset();
        }
        BooleanSupplier headBegun = channel.pipeline().get(StrictDecoder.class)::headBegun;
        TlsConnection begun = tls.begin(channel);
        OpenConnection opened = new OpenConnection(
                channel, onlyHealth, DirectMemory::endIfExhausted, System::nanoTime, headBegun, begun);
        channel.pipeline().addBefore("handler", "safetyHeaders", headers);
        if (onlyHealth) {
            forHealth.add(opened);
        }
        opened.place = open.size();
        open.add(opened);
        channel.closeFuture().addListener(closed -> remove(opened));
    }

    private void remove(OpenConnection closed) {
        closed.login().closed();
        forHealth.remove(closed);
        raised -= closed.raised ? 1 : 0;
        OpenConnection last = open.remove(open.size() - 1);
        if (last != closed) {
            last.place = closed.place;
            open.set(closed.place, last);
        }
    }

    /** Sets the kernel's buffers for a batch; the one for requests stays so until the connection's end. */
    void buffersOfBatch(HttpConnection connection, int bytes) {
        OpenConnection opened = of(connection);
        opened.sendBuffer(bytes);
        if (!opened.raised && raised < raisedMax) {
            raised++;
            opened.raiseReceiveBuffer(bytes);
        }
    }

    /** Closes an idle connection to make a place for another; returns false if none is idle. */
    boolean giveWay() {
        boolean given = idle.giveWay();
        if (given) {
            metrics.connectionGaveWay();
        }
        return given;
    }

    /** The watched state of this connection. */
    static OpenConnection of(HttpConnection connection) {
        return OpenConnection.on(((ConnectionBase) connection).channel());
    }

    /** Counts bytes of an answer; checks all connections if the bound may be exceeded. */
    void written(int bytes) {
        written += bytes;
        if (unsent + written > bytesMax) {
            sweep();
        }
    }

    /** Bytes that wait for the clients of this event loop, as of the last check; any thread. */
    long unsent() {
        return unsent;
    }

    /** Checks all connections and closes those that exceed a bound. */
    void sweep() {
        long now = System.nanoTime();
        long bytes = 0;
        List<OpenConnection> stalled = new ArrayList<>();
        List<OpenConnection> slow = new ArrayList<>();
        List<OpenConnection> silent = new ArrayList<>();
        for (OpenConnection each : open) {
            each.look(now);
            bytes += each.bytes();
            if (each.stalledNanos(now) > takeMaxNanos) {
                stalled.add(each);
            } else if (each.isLate(now, headMaxNanos, bodies)) {
                slow.add(each);
            } else if (each.isSilent(now, silenceMaxNanos)) {
                silent.add(each);
            }
        }
        for (OpenConnection each : stalled) {
            bytes -= each.bytes();
            close(each);
        }
        slow.forEach(this::refuse);
        silent.forEach(OpenConnection::close);
        while (!forHealth.isEmpty() && now - forHealth.peek().openedNanos > HEALTH_MAX_NANOS) {
            forHealth.peek().reset();
        }
        if (bytes > bytesMax) {
            bytes = relieve(bytes, now);
        }
        written = 0;
        unsent = bytes;
    }

    /**
     * Closes connections by bytes times waiting time, highest first, until the bound is met; returns the bytes left.
     */
    private long relieve(long bytes, long now) {
        List<OpenConnection> worst = new ArrayList<>(open);
        worst.sort(Comparator.comparingDouble(each -> -each.bytes() * (1e9 + each.stalledNanos(now))));
        long left = bytes;
        for (OpenConnection each : worst) {
            if (left <= bytesMax * REFILL) {
                break;
            }
            left -= each.bytes();
            close(each);
        }
        return left;
    }

    private void refuse(OpenConnection each) {
        if (!each.isInBody()) {
            metrics.headersLate();
        }
        each.refuse(late);
    }

    /** Closes a connection whose client takes too little, and drops the bytes that wait in it. */
    void cutOff(HttpConnection connection) {
        close(of(connection));
    }

    private void close(OpenConnection each) {
        metrics.connectionCutOff();
        each.cutOff = true;
        each.reset();
    }

    /** Closes all connections at once and drops the bytes that wait in them. */
    void closeAll() {
        new ArrayList<>(open).forEach(OpenConnection::reset);
    }
}
