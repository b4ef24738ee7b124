package dev.hotlane.gateway;

import dev.hotlane.protocol.planted.PlantedClasses;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;

/** One connection to a {@link SocketGateway}, from one of the loopback addresses: bytes out, responses in. One thread. */
public final class SocketCaller implements AutoCloseable {
    /** Longest wait of a test for what must come; shorter where a planted fault lets it never come. */
    public static final Duration SOON = Duration.ofSeconds(isPlanted() ? 8 : 60);

    private final Socket socket = new Socket();
    private final InputStream in;

    private static boolean isPlanted() {
        // By name: that loader's class is loaded by another one.
        return SocketCaller.class.getClassLoader().getClass().getName().equals(PlantedClasses.class.getName());
    }

    /** Connects from 127.0.0.1. */
    public SocketCaller(int port) throws IOException {
        this("127.0.0.1", port);
    }

    /** Connects from this address. */
    public SocketCaller(String from, int port) throws IOException {
        socket.bind(new InetSocketAddress(from, 0));
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) SOON.toMillis());
        socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends this text as it is. */
    public SocketCaller send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Sends the text again and again, a byte or so at a time, until something can be read or the connection is closed. */
    public void trickle(String text) {
        Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(SOON).until(() -> {
            if (readable()) {
                return true;
            }
            try {
                send(text);
                return false;
            } catch (SocketException e) {
                return true;
            }
        });
    }

    /** Whether something can be read. */
    public boolean readable() throws IOException {
        return in.available() > 0;
    }

    /** Reads one response with a Content-Length, or a chunked one to the connection's end. */
    public String response() throws IOException {
        StringBuilder head = new StringBuilder();
        int length = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            head.append(line).append('\n');
            length = line.startsWith("content-length: ") ? Integer.parseInt(line.substring(16)) : length;
        }
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** Reads to the end of the first line that has this text. */
    public void readTo(String text) throws IOException {
        while (!line().contains(text)) {}
    }

    /** All bytes until the gateway closes the connection, in order or by a reset. */
    public String rest() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            in.transferTo(all);
        } catch (SocketException e) {
            all.writeBytes("\nreset".getBytes(StandardCharsets.UTF_8));
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection was closed after: " + line);
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.US_ASCII).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
