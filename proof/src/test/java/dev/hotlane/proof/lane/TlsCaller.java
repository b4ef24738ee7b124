package dev.hotlane.proof.lane;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** Sends requests byte by byte to the TLS port of a gateway, each on a connection of its own. Any thread. */
record TlsCaller(SSLContext context, int port) {
    /** In place of an answer: the gateway ended the handshake, or the connection before it answered. */
    static final String NO_HANDSHAKE = "no handshake";

    private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: (\\d+)\r\n");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A request of a sale with these lines of headers. */
    static String sale(String id, String headers) {
        String body = "{\"ops\":[{\"op\":\"add\",\"key\":\"k:1\",\"delta\":-1}]}";
        return head(id, headers, body.length()) + body;
    }

    /** The same whose body is announced, and never comes. */
    static String saleWithoutItsBody(String id, String headers) {
        return head(id, headers, 60_000);
    }

    private static String head(String id, String headers, int length) {
        return "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: " + id
                + "\r\nContent-Type: application/json\r\nContent-Length: " + length + "\r\n" + headers + "\r\n";
    }

    /** Connects; the handshake follows with the first byte. */
    SSLSocket connect() throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    /** The whole answer, which has a Content-Length; {@link #NO_HANDSHAKE} if TLS fails first. Does not wait for the close. */
    String answer(String request) throws IOException {
        try (SSLSocket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            InputStream in = new BufferedInputStream(socket.getInputStream());
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new EOFException("the connection was closed after: " + answer);
                }
                answer.append((char) next);
            }
            Matcher length = LENGTH.matcher(answer);
            if (!length.find()) {
                throw new IOException("no content-length: " + answer);
            }
            byte[] body = in.readNBytes(Integer.parseInt(length.group(1)));
            return answer + new String(body, StandardCharsets.UTF_8);
        } catch (SSLException | SocketException e) {
            return NO_HANDSHAKE;
        }
    }
}
