package dev.hotlane.proof.gateway;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** HTTP by hand over one connection after another; it also sends bytes that are no HTTP. One thread. */
final class RawHttp implements AutoCloseable {
    private static final int ANSWER_MS_MAX = 20_000;

    private final int port;
    private Socket socket;
    private InputStream in;
    private OutputStream out;

    RawHttp(int port) {
        this.port = port;
    }

    /** A response; header names are in lower case. */
    record Response(String version, int status, Map<String, String> headers, String body) {}

    /** Sends all parts, then reads one response; keeps the connection unless the response closes it. */
    Response exchange(byte[]... parts) throws IOException {
        for (byte[] part : parts) {
            send(part, 0, part.length);
        }
        return receive();
    }

    void send(byte[] bytes, int from, int to) throws IOException {
        if (socket == null) {
            socket = new Socket("127.0.0.1", port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(ANSWER_MS_MAX);
            in = new BufferedInputStream(socket.getInputStream());
            out = socket.getOutputStream();
        }
        out.write(bytes, from, to - from);
        out.flush();
    }

    Response receive() throws IOException {
        Response response = response();
        if ("close".equals(response.headers().get("connection"))) {
            close();
        }
        return response;
    }

    private Response response() throws IOException {
        String status = line();
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Response(status.split(" ")[0], Integer.parseInt(status.split(" ")[1]), headers, body);
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
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }
}
