package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.load.AnswerVerdict;
import dev.hotlane.jmh.load.RequestSource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The same GET again and again, of bytes that never change. One thread. */
final class PageReads implements RequestSource {
    private final byte[] request;
    private final byte[] expected;

    /** @param expected the body of each answer, as it goes over the wire */
    PageReads(String path, byte[] expected) {
        request = ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        this.expected = expected;
    }

    @Override
    public void write(long n, ByteBuffer out) {
        out.put(request);
    }

    @Override
    public AnswerVerdict judge(long n, int status, byte[] body, int from, int length) {
        if (status != 200) {
            return AnswerVerdict.ofStatus(status);
        }
        return Arrays.equals(body, from, from + length, expected, 0, expected.length)
                ? AnswerVerdict.OK
                : AnswerVerdict.WRONG;
    }
}
