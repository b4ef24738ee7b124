package dev.hotlane.proof.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One HTTP exchange by hand: a body in chunks, and the answer's lines as they arrive. */
final class StreamingClient implements AutoCloseable {
    private static final int READ_MAX_MS = 30_000;

    private final Socket socket;
    private final OutputStream out;
    private final BufferedReader in;

    private StreamingClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(READ_MAX_MS);
        out = socket.getOutputStream();
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Sends the head of a batch. */
    static StreamingClient batch(int port) throws IOException {
        StreamingClient client = new StreamingClient(new Socket("127.0.0.1", port));
        client.raw("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n");
        return client;
    }

    void raw(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Sends a chunk of the body. */
    void send(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        raw(Integer.toHexString(bytes.length) + "\r\n");
        out.write(bytes);
        raw("\r\n");
    }

    void end() throws IOException {
        raw("0\r\n\r\n");
    }

    /** The next line of the answer's body that is a JSON object, or null at its end. */
    String next() throws IOException {
        for (String line = in.readLine(); line != null && !line.equals("0"); line = in.readLine()) {
            if (line.startsWith("{")) {
                return line;
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
