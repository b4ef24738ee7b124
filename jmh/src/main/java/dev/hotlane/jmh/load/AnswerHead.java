package dev.hotlane.jmh.load;

import java.nio.charset.StandardCharsets;

/** Status line and the three headers that matter. One thread. */
final class AnswerHead {
    private static final byte[] VERSION = bytes("HTTP/1.1 ");
    private static final byte[] LENGTH = bytes("content-length:");
    private static final byte[] ENCODING = bytes("transfer-encoding:");
    private static final byte[] CONNECTION = bytes("connection:");
    private static final int STATUS_END = VERSION.length + 3;

    private int status;
    private int contentLength;
    private boolean chunked;
    private boolean closes;

    /** Reads a head, the empty line at its end included. */
    void read(byte[] in, int from, int to) throws MalformedAnswerException {
        readStatus(in, from, to);
        contentLength = -1;
        chunked = false;
        closes = false;
        int line = next(in, from, to);
        while (line < to - 2) {
            int end = next(in, line, to);
            readHeader(in, line, end - 2);
            line = end;
        }
        boolean bodiless = status < 200 || status == 204 || status == 304;
        if (bodiless) {
            contentLength = 0;
            chunked = false;
        } else if (contentLength < 0 && !chunked) {
            throw new MalformedAnswerException("an answer with status " + status + " without its length");
        }
    }

    private void readStatus(byte[] in, int from, int to) throws MalformedAnswerException {
        status = 0;
        boolean good = to - from > STATUS_END && startsWith(in, from, to, VERSION);
        for (int i = from + VERSION.length; good && i < from + STATUS_END; i++) {
            good = in[i] >= '0' && in[i] <= '9';
            status = status * 10 + in[i] - '0';
        }
        if (!good || status < 100) {
            int length = Math.min(40, to - from);
            throw new MalformedAnswerException(
                    "an answer that begins with '" + new String(in, from, length, StandardCharsets.ISO_8859_1) + "'");
        }
    }

    private void readHeader(byte[] in, int from, int to) throws MalformedAnswerException {
        int first = from < to ? in[from] | 0x20 : 0;
        if (first == 'c' && startsWith(in, from, to, LENGTH)) {
            contentLength = number(in, from + LENGTH.length, to);
        } else if (first == 't' && startsWith(in, from, to, ENCODING)) {
            String encoding = value(in, from + ENCODING.length, to);
            if (!encoding.equals("chunked")) {
                throw new MalformedAnswerException("an answer in transfer encoding '" + encoding + "'");
            }
            chunked = true;
        } else if (first == 'c' && startsWith(in, from, to, CONNECTION)) {
            closes = value(in, from + CONNECTION.length, to).equalsIgnoreCase("close");
        }
    }

    private static int number(byte[] in, int from, int to) throws MalformedAnswerException {
        long number = 0;
        int at = from;
        while (at < to && in[at] == ' ') {
            at++;
        }
        boolean good = at < to;
        for (; at < to; at++) {
            good &= in[at] >= '0' && in[at] <= '9';
            number = number * 10 + in[at] - '0';
            if (!good || number > LoadSettings.ANSWER_BYTES_MAX) {
                throw new MalformedAnswerException("a Content-Length of '" + value(in, from, to) + "'");
            }
        }
        return (int) number;
    }

    private static int next(byte[] in, int from, int to) {
        int at = from;
        while (at < to && in[at] != '\n') {
            at++;
        }
        return Math.min(at + 1, to);
    }

    /** Ignoring case; the prefix is in small letters. */
    private static boolean startsWith(byte[] in, int from, int to, byte[] prefix) {
        if (to - from < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            int found = in[from + i];
            if (found != prefix[i] && (found | 0x20) != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static String value(byte[] in, int from, int to) {
        return new String(in, from, to - from, StandardCharsets.ISO_8859_1).trim();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    int status() {
        return status;
    }

    int contentLength() {
        return contentLength;
    }

    boolean isChunked() {
        return chunked;
    }

    boolean closes() {
        return closes;
    }
}
