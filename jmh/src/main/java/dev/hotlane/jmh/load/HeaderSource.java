package dev.hotlane.jmh.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The requests of another source, each with one more header behind the request line. One thread. */
public final class HeaderSource implements RequestSource {
    private final RequestSource source;
    private final byte[] header;

    /** @param header name, colon and value, in ASCII */
    public HeaderSource(RequestSource source, String header) {
        this.source = source;
        this.header = (header + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void write(long n, ByteBuffer out) {
        int start = out.position();
        source.write(n, out);
        int end = out.position();
        int at = start;
        while (out.get(at) != '\n') {
            at++;
        }
        at++;
        out.put(at + header.length, out, at, end - at);
        out.put(at, header);
        out.position(end + header.length);
    }

    @Override
    public AnswerVerdict judge(long n, int status, byte[] body, int from, int length) {
        return source.judge(n, status, body, from, length);
    }
}
