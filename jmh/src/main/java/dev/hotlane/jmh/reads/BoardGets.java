package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.load.AnswerVerdict;
import dev.hotlane.jmh.load.CounterText;
import dev.hotlane.jmh.load.RequestSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/** GETs of a board, compressed; some answers are unpacked and their counters counted. One thread. */
final class BoardGets implements RequestSource {
    private static final int CHECK_EACH = 256;

    private final byte[] request;
    private final int keys;

    /** @param keys that each answer must have */
    BoardGets(String prefix, int keys) {
        request = ("GET /v1/counters?prefix=" + prefix
                        + "&consistency=local HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        this.keys = keys;
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
        return n % CHECK_EACH != 0 || isWhole(body, from, length) ? AnswerVerdict.OK : AnswerVerdict.WRONG;
    }

    private boolean isWhole(byte[] body, int from, int length) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body, from, length))) {
            return CounterText.keys(in.readAllBytes()) == keys;
        } catch (IOException e) {
            return false;
        }
    }
}
