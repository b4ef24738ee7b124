package dev.hotlane.proof.faults.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** One child's way to one server. What is on its way when the weather turns keeps its order and is never lost. Any thread. */
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
     * @param address where the child connects to, an address of the loopback network
     * @param port there, 0 for any free one
     * @param targetPort of the server, on 127.0.0.1
     */
    public Wire(String address, int port, int targetPort) throws IOException {
        target = new InetSocketAddress(LOOPBACK, targetPort);
        listener = new ServerSocket(port, BACKLOG_MAX, InetAddress.getByName(address));
        start(this::accept);
    }

    /** Where it listens. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Turns the weather, for connections under way and new ones alike. */
    public void weather(WireFaults next) {
        weather = next;
    }

    WireFaults weather() {
        return weather;
    }

    /** Breaks all connections with RST; new ones go as the weather says. */
    public void reset() {
        links.forEach(Link::reset);
    }

    /** Breaks the connection at the next COMMIT that passes. */
    public void cutAt(WireCut cut) {
        cutting.at(cut);
    }

    /** COMMITs cut so far. */
    public int cuts() {
        return cutting.cuts();
    }

    /** Connections taken so far. */
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
            } catch (IOException closed) {
                // Closed by us, or the server is away and the child has been told so.
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
            links.add(Link.join(this, child, target));
        } catch (IOException away) {
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
