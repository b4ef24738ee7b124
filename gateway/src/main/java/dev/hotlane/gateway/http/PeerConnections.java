package dev.hotlane.gateway.http;

import dev.hotlane.gateway.settings.PeerLimit;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of a gateway by remote address, and their limit. A connection beyond it is reset at once: it costs
 * no byte, no buffer and no state of a closed connection, however many come. One log line a minute at most names such an
 * address. Shared by all event loops.
 */
public final class PeerConnections {
    private static final Logger log = LoggerFactory.getLogger(PeerConnections.class);
    private static final long LOG_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final PeerLimit limit;
    private final boolean onlyProxies;
    private final ConcurrentHashMap<Long, Integer> open = new ConcurrentHashMap<>();
    private final AtomicLong loggedNanos = new AtomicLong(System.nanoTime() - LOG_NANOS);

    /** No connection yet; {@code onlyProxies}: another address may not connect at all. */
    public PeerConnections(PeerLimit limit, boolean onlyProxies) {
        this.limit = limit;
        this.onlyProxies = onlyProxies;
    }

    /** Whether this new connection may stay; then its end gives its place back. Else it is reset. */
    boolean admit(Channel connection) {
        InetAddress address = address(connection);
        Long peer = limit.counted(address);
        if (peer == null) {
            return true;
        }
        if (onlyProxies) {
            log("{} is no proxy of --gateway-proxies, and --gateway-tls is proxy: its connections are reset", address);
            reset(connection);
            return false;
        }
        int max = limit.peerConnectionsMax();
        boolean[] admitted = {false};
        open.compute(peer, (same, count) -> {
            admitted[0] = count == null || count < max;
            return count == null ? Integer.valueOf(1) : admitted[0] ? Integer.valueOf(count + 1) : count;
        });
        if (admitted[0]) {
            connection
                    .closeFuture()
                    .addListener(closed -> open.computeIfPresent(peer, (same, count) -> count == 1 ? null : count - 1));
        } else {
            log(
                    "{} has " + max + " connections open: more of them are reset. Raise"
                            + " --gateway-peer-connections-max, or name a proxy in --gateway-proxies",
                    address);
            reset(connection);
        }
        return admitted[0];
    }

    private static void reset(Channel connection) {
        connection.config().setOption(ChannelOption.SO_LINGER, 0);
        // Bypasses Vert.x, as nothing was read or written.
        connection.unsafe().close(connection.voidPromise());
    }

    /** The remote address; null if the client is gone already. */
    static InetAddress address(Channel connection) {
        return connection.remoteAddress() instanceof InetSocketAddress remote ? remote.getAddress() : null;
    }

    private void log(String line, InetAddress address) {
        long now = System.nanoTime();
        long before = loggedNanos.get();
        if (now - before >= LOG_NANOS && loggedNanos.compareAndSet(before, now)) {
            log.warn(line + "; this line comes once a minute at most", address.getHostAddress());
        }
    }

    /** Number of addresses that have connections and are no proxies. */
    int peers() {
        return open.size();
    }
}
