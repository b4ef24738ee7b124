package dev.hotlane.proof.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A client of a watch that reads nothing until a test wants it to. One thread. */
final class UnreadWatch implements AutoCloseable {
    private static final int READ_MAX_MS = 30_000;

    /** Small, so that events wait in the gateway and not here. */
    private static final int RECEIVE_BUFFER = 8 * 1024;

    /** The line of the last chunk, which ends a stream as HTTP says. */
    private static final String LAST_CHUNK = "0";

    /** The last value of each counter. */
    final Map<String, String> values = new TreeMap<>();

    /** The offsets of ready and progress, as they came. */
    final List<Long> offsets = new ArrayList<>();

    private final Socket socket = new Socket();
    private final BufferedReader lines;
    private String type = "";

    private UnreadWatch(int port, String query) throws IOException {
        socket.setReceiveBufferSize(RECEIVE_BUFFER);
        socket.setSoTimeout(READ_MAX_MS);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        String request = "GET /v1/watch?" + query + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Asks for the stream of this query. */
    static UnreadWatch open(int port, String query) throws IOException {
        return new UnreadWatch(port, query);
    }

    /** Reads up to a ready or progress with this offset. */
    void until(long offset) throws IOException {
        while (offsets.isEmpty() || offsets.get(offsets.size() - 1) != offset) {
            String line = lines.readLine();
            if (line == null) {
                throw new AssertionError("the stream ended after " + offsets);
            }
            take(line);
        }
    }

    /** Reads all that is left; whether the stream ends as HTTP says. */
    boolean endsWell() {
        try {
            String line = lines.readLine();
            while (line != null && !line.equals(LAST_CHUNK)) {
                line = lines.readLine();
            }
            return line != null;
        } catch (IOException e) {
            return false;
        }
    }

    /** A chunk is one or more whole events, so each line of an event is a line of the stream. */
    private void take(String line) {
        if (line.startsWith("event: ")) {
            type = line.substring("event: ".length());
        } else if (line.startsWith("data: ")) {
            switch (type) {
                case "counter" -> values.put(field(line, "key"), field(line, "value"));
                case "removed" -> values.remove(field(line, "key"));
                case "ready", "progress" -> offsets.add(Long.parseLong(field(line, "offset")));
                default -> throw new AssertionError("not expected: " + type);
            }
        }
    }

    private static String field(String data, String name) {
        return data.replaceFirst(".*\"" + name + "\":\"?([^\",}]*)\"?[,}].*", "$1");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
