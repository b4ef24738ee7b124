package dev.hotlane.infra.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Questions to ports. Any thread. */
public final class Ports {

    private static final int CONNECT_MILLIS = 500;

    private Ports() {}

    /** Takes the port as a server would and gives it back; fails with the reason if that is not possible now. */
    public static void tryListen(InetSocketAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            // Connections that ended a moment ago hold up no server.
            socket.setReuseAddress(true);
            socket.bind(address);
        }
    }

    /** Whether a server takes connections there now. */
    static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
