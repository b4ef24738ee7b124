package dev.hotlane.infra.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Finds and checks ports. Any thread. */
public final class Ports {

    private static final int CONNECT_MILLIS = 500;
    // Below those that systems give to outgoing connections, and below those that stacks lease: a port that is free now
    // is still free when the server starts, however many connections were opened in between.
    private static final int LOWEST = 10_000;
    private static final int COUNT = 10_000;
    // A lease ends with its channel, so each stays reachable until the process ends.
    private static final List<PortLease> GIVEN = new ArrayList<>();

    private Ports() {}

    /**
     * A free loopback port for a server that starts later. While this process runs, no process of this user gets it
     * again: two test JVMs side by side never name the same one.
     */
    public static synchronized int free() {
        PortLease lease = PortLease.anyOf(LOWEST, COUNT, HotlaneHome.cache(System.getenv()));
        GIVEN.add(lease);
        return lease.port();
    }

    /** Whether a server could listen there now. */
    static boolean isFree(int port) {
        try {
            tryListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Binds the port as a server would and releases it; throws with the reason if that is not possible now. */
    public static void tryListen(InetSocketAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            // Recently closed connections do not prevent the bind.
            socket.setReuseAddress(true);
            socket.bind(address);
        }
    }

    /** Whether a server accepts connections there now. */
    static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
