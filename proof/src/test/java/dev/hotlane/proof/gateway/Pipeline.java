package dev.hotlane.proof.gateway;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** A client that sends requests one after another and reads an answer only on demand. One thread reads. */
final class Pipeline implements AutoCloseable {
    private static final int READ_MAX_MS = 30_000;

    /** Small, so that answers wait in the gateway and not here. */
    private static final int RECEIVE_BUFFER = 16 * 1024;

    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final CompletableFuture<Void> sender;

    private Pipeline(int port, byte[] request, int times) throws IOException {
        socket.setReceiveBufferSize(RECEIVE_BUFFER);
        socket.setSoTimeout(READ_MAX_MS);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        sender = CompletableFuture.runAsync(() -> send(request, times), task -> new Thread(task, "pipeline").start());
    }

    /** Starts to send that request, that number of times. */
    static Pipeline send(int port, String request, int times) throws IOException {
        return new Pipeline(port, request.getBytes(StandardCharsets.UTF_8), times);
    }

    private void send(byte[] request, int times) {
        try {
            OutputStream out = socket.getOutputStream();
            for (int i = 0; i < times; i++) {
                out.write(request);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the connection ended before all was sent", e);
        }
    }

    /** Fails unless all was sent. */
    void requireSent() {
        sender.join();
    }

    /** Reads one answer, of a HEAD if {@code headOnly}; returns its status, or -1 if the connection has ended. */
    int next(boolean headOnly) throws IOException {
        String first = line(in);
        if (first == null) {
            return -1;
        }
        int length = 0;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        in.skipNBytes(headOnly ? 0 : length);
        return Integer.parseInt(first.split(" ")[1]);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
