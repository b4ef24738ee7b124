package dev.hotlane.infra.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Questions to loopback ports. */
final class Ports {

    private static final int CONNECT_MILLIS = 500;

    private Ports() {}

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
