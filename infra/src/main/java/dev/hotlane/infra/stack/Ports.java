package dev.hotlane.infra.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Finds and checks ports. Any thread. */
public final class Ports {

    private static final int CONNECT_MILLIS = 500;
    // Below those that systems give to outgoing connections, and below those that stacks lease: a port that is free now
    // is still free when the server starts, however many connections were opened in between.
    private static final int LOWEST = 10_000;
    private static final int COUNT = 10_000;
    private static final Set<Integer> GIVEN = new HashSet<>();

    private Ports() {}

    /** A free loopback port for a server that starts later; never the same one twice in this process. */
    public static synchronized int free() {
        while (GIVEN.size() < COUNT) {
            int port = LOWEST + ThreadLocalRandom.current().nextInt(COUNT);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
        throw new StackException("No free port is left between " + LOWEST + " and " + (LOWEST + COUNT) + ".");
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
