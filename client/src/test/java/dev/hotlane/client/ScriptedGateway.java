package dev.hotlane.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on a free port that answers each request by the next step of a script, and the last step for ever. */
final class ScriptedGateway implements AutoCloseable {
    /** A request as it came. */
    record Got(String method, String target, Map<String, String> headers, String body) {
        String id() {
            return headers.get("idempotency-key");
        }
    }

    /** What is done with a request. */
    interface Step {
        void answer(Got got, Socket socket) throws IOException;
    }

    private final ServerSocket server;
    private final Deque<Step> script = new ArrayDeque<>();
    private final List<Got> got = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    ScriptedGateway(Step... steps) {
        script.addAll(List.of(steps));
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::serve, "scripted-gateway");
        thread.setDaemon(true);
        thread.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** All requests so far. */
    List<Got> got() {
        return got;
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                Got request = read(socket.getInputStream());
                got.add(request);
                Step step = script.size() > 1 ? script.poll() : script.peek();
                step.answer(request, socket);
            } catch (IOException e) {
                // The client gave this connection up, or the test is over.
            }
        }
    }

    private static Got read(InputStream stream) throws IOException {
        BufferedInputStream in = new BufferedInputStream(stream);
        String[] start = line(in).split(" ");
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new Got(start[0], start[1], headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the request ended");
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
