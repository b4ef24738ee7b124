package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.RowFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** One connection to a gateway by TLS, on which a caller stays. Reads are not recorded. One thread: the row's. */
final class HeldConnection implements AutoCloseable {
    private static final int ANSWER_MS_MAX = 13_000;
    private static final String READ = "GET /v1/counters/held:one HTTP/1.1\r\nHost: 127.0.0.1\r\n";

    /** The one line of a batch that is never complete. */
    private static final String LINE = "{\"id\":\"%s\",\"ops\":[{\"op\":\"add\",\"key\":\"held:one\",\"delta\":1}]}\n";

    private final SSLSocket socket;
    private final String authorization;
    private String text = "";

    /**
     * Connects.
     *
     * @param bearer sent with each request; null: none
     */
    HeldConnection(ChildSlot gateway, SSLContext tls, String bearer) throws IOException {
        authorization = bearer == null ? "" : "Authorization: Bearer " + bearer + "\r\n";
        int port = URI.create(gateway.url()).getPort();
        socket = (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setSoTimeout(ANSWER_MS_MAX);
    }

    /** Number of the gateway's certificate. */
    String serial() throws IOException {
        return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                .getSerialNumber()
                .toString();
    }

    /** Status of one more read. */
    int read() throws IOException {
        write(READ + authorization + "\r\n");
        int status = head();
        int length = Integer.parseInt(
                text.toLowerCase(Locale.ROOT).replaceFirst("(?s).*\r\ncontent-length: (\\d+)\r\n.*", "$1"));
        text = new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
        return status;
    }

    /** Body of the last read. */
    String body() {
        return text;
    }

    /** Begins a batch of one command and leaves it open; returns when the command is answered. */
    void openBatch(String id) throws IOException {
        String line = LINE.formatted(id);
        write("POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\n" + authorization
                + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(line.length()) + "\r\n" + line + "\r\n");
        if (head() != 200) {
            throw new RowFailure("a batch was answered " + text);
        }
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\"status\":200") < 0) {
            answer.append((char) next());
        }
    }

    /** Waits until the gateway ends the connection. */
    void awaitEnd() {
        try {
            InputStream in = socket.getInputStream();
            while (in.read() >= 0) {
                // What is left of the answer.
            }
        } catch (SocketTimeoutException e) {
            throw new RowFailure("a connection did not end");
        } catch (IOException e) {
            // It ended without a word.
        }
    }

    private void write(String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    private int head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) next());
        }
        text = head.toString();
        return Integer.parseInt(text.substring(9, 12));
    }

    private int next() throws IOException {
        int next = socket.getInputStream().read();
        if (next < 0) {
            throw new IOException("the gateway ended the connection");
        }
        return next;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
