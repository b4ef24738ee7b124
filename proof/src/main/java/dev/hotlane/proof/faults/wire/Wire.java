package dev.hotlane.proof.faults.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * TCP proxy between one child and one server. Bytes under way when the faults change keep their order and are not lost;
 * only a reset drops them. Any thread.
 */
public final class Wire implements AutoCloseable {
    private static final int BACKLOG_MAX = 50;
    private static final String LOOPBACK = "127.0.0.1";

    final Cutting cutting = new Cutting();
    private final ServerSocket listener;
    private final InetSocketAddress target;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile WireFaults weather = WireFaults.FAIR;

    /**
     * Listens at once.
     *
     * @param address that the child connects to, in the loopback network
     * @param port of that address, 0 for any free one
     * @param targetPort of the server, on 127.0.0.1
     */
    public Wire(String address, int port, int targetPort) throws IOException {
        target = new InetSocketAddress(LOOPBACK, targetPort);
        listener = new ServerSocket(port, BACKLOG_MAX, InetAddress.getByName(address));
        start(this::accept);
    }

    /** Port that the child connects to. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Sets the faults of open and new connections. */
    public void weather(WireFaults next) {
        weather = next;
    }

    WireFaults weather() {
        return weather;
    }

    /** Breaks all connections with RST; new ones follow the faults that are set. */
    public void reset() {
        links.forEach(Link::reset);
    }

    /** Breaks the connection at the next COMMIT that passes. */
    public void cutAt(WireCut cut) {
        cutting.at(cut);
    }

    /** COMMITs at which a connection was broken. */
    public int cuts() {
        return cutting.cuts();
    }

    /** Connections accepted, with those reset at once. */
    public int connections() {
        return connections.get();
    }

    void forget(Link link) {
        links.remove(link);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                take(listener.accept());
            } catch (IOException e) {
                // The listener was closed, or the child's socket already had an error.
            }
        }
    }

    private void take(Socket child) throws IOException {
        connections.incrementAndGet();
        if (!weather.open()) {
            refuse(child);
            return;
        }
        try {
            // A connection that carries bytes is among those that reset() breaks.
            Link link = Link.join(this, child, target);
            links.add(link);
            link.start();
        } catch (IOException e) {
            refuse(child);
        }
    }

    private static void refuse(Socket child) throws IOException {
        child.setSoLinger(true, 0);
        child.close();
    }

    static void start(Runnable task) {
        Thread thread = new Thread(task, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        reset();
    }
}
