package dev.hotlane.jmh.reads;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** One HTTP connection for one caller, who waits for each answer: sooner back than any client with threads. One thread. */
final class PlainConnection implements AutoCloseable {
    private static final int WAIT_MS_MAX = 20_000;

    private final Socket socket;
    private final InputStream in;

    /** @param headers by their names in small letters */
    record Answer(int status, Map<String, String> headers, String body) {
        /** A number of a header; throws if it is not there. */
        long number(String header) {
            String value = headers.get(header);
            if (value == null) {
                throw new IllegalStateException("no header " + header + " in " + this);
            }
            return Long.parseLong(value);
        }
    }

    PlainConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(WAIT_MS_MAX);
        in = new BufferedInputStream(socket.getInputStream());
    }

    Answer get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n", true);
    }

    /** Its body is empty. */
    Answer head(String path) throws IOException {
        return send("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n", false);
    }

    Answer post(String path, String id, String json) throws IOException {
        return send(
                "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nIdempotency-Key: "
                        + id + "\r\nContent-Length: " + json.length() + "\r\n\r\n" + json,
                true);
    }

    private Answer send(String request, boolean bodied) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String first = line();
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        byte[] body =
                bodied ? in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0"))) : new byte[0];
        int status = Integer.parseInt(first.split(" ")[1]);
        return new Answer(status, headers, new String(body, StandardCharsets.ISO_8859_1));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int read = in.read(); read != '\n'; read = in.read()) {
            if (read < 0) {
                throw new IOException("the server closed the connection within an answer");
            }
            if (read != '\r') {
                line.append((char) read);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
