package dev.hotlane.jmh.load;

import java.util.Arrays;

/**
 * Reads HTTP/1.1 answers from whatever pieces a connection gives. A whole answer within one piece is not copied.
 * Understands Content-Length and chunked bodies, nothing else. One thread.
 */
final class AnswerParser {
    private static final int HEAD_BYTES_MAX = 16 << 10;
    private static final byte[] NONE = {};

    private final AnswerHead head = new AnswerHead();
    private final ChunkedBody chunks = new ChunkedBody();
    private byte[] held = NONE;
    private int heldLength;
    private boolean inBody;
    private byte[] body = NONE;
    private int bodyFrom;
    private int bodyLength;

    /**
     * Takes bytes until one answer is whole.
     *
     * @return where the answer ended, or -1 if all was taken and more is needed
     * @throws MalformedAnswerException the connection is of no use any more
     */
    int take(byte[] in, int from, int to) throws MalformedAnswerException {
        int at = from;
        while (!inBody) {
            at = takeHead(in, at, to);
            if (at < 0) {
                return -1;
            }
            inBody = head.status() >= 200;
        }
        int end = head.isChunked() ? takeChunks(in, at, to) : takeCounted(in, at, to);
        if (end >= 0) {
            inBody = false;
            heldLength = 0;
        }
        return end;
    }

    private int takeHead(byte[] in, int from, int to) throws MalformedAnswerException {
        if (heldLength == 0) {
            int end = headEnd(in, from, to);
            if (end >= 0) {
                head.read(in, from, end);
                return end;
            }
        }
        for (int i = from; i < to; i++) {
            hold(in, i, i + 1);
            if (in[i] == '\n' && headEnd(held, Math.max(0, heldLength - 4), heldLength) == heldLength) {
                head.read(held, 0, heldLength);
                heldLength = 0;
                return i + 1;
            }
            if (heldLength > HEAD_BYTES_MAX) {
                throw new MalformedAnswerException("an answer's head of more than " + HEAD_BYTES_MAX + " bytes");
            }
        }
        return -1;
    }

    /** Just behind the empty line, or -1. */
    private static int headEnd(byte[] in, int from, int to) {
        for (int i = from + 3; i < to; i++) {
            if (in[i] == '\n' && in[i - 1] == '\r' && in[i - 2] == '\n' && in[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    private int takeCounted(byte[] in, int from, int to) {
        int length = head.contentLength();
        int missing = length - heldLength;
        if (to - from < missing) {
            hold(in, from, to);
            return -1;
        }
        if (heldLength == 0) {
            set(in, from, length);
        } else {
            hold(in, from, from + missing);
            set(held, 0, length);
        }
        return from + missing;
    }

    private int takeChunks(byte[] in, int from, int to) throws MalformedAnswerException {
        int end = chunks.take(in, from, to);
        if (end >= 0) {
            set(chunks.bytes(), 0, chunks.length());
            chunks.clear();
        }
        return end;
    }

    private void set(byte[] bytes, int from, int length) {
        body = bytes;
        bodyFrom = from;
        bodyLength = length;
    }

    private void hold(byte[] in, int from, int to) {
        int length = to - from;
        if (heldLength + length > held.length) {
            held = Arrays.copyOf(held, Math.max(heldLength + length, 2 * held.length));
        }
        System.arraycopy(in, from, held, heldLength, length);
        heldLength += length;
    }

    /** Of the answer that is whole. */
    int status() {
        return head.status();
    }

    /** Whether the server will close the connection after it. */
    boolean closes() {
        return head.closes();
    }

    /** Valid until the next bytes are taken. */
    byte[] body() {
        return body;
    }

    int bodyFrom() {
        return bodyFrom;
    }

    int bodyLength() {
        return bodyLength;
    }
}
