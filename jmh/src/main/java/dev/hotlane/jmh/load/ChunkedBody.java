package dev.hotlane.jmh.load;

import java.util.Arrays;

/** A body in chunks (RFC 9112, section 7.1), put together. Chunk extensions and trailers are passed over. One thread. */
final class ChunkedBody {
    private static final int LINE_BYTES_MAX = 4_096;

    private enum Part {
        SIZE,
        EXTENSION,
        CONTENT,
        CONTENT_END,
        TRAILER
    }

    private Part part = Part.SIZE;
    private byte[] bytes = new byte[0];
    private int length;
    private long size;
    private int digits;
    private int line;

    /** Takes bytes until the body is whole; returns where it ended, or -1 if all was taken and more is needed. */
    int take(byte[] in, int from, int to) throws MalformedAnswerException {
        int at = from;
        while (at < to) {
            if (part == Part.CONTENT) {
                int some = (int) Math.min(size, to - at);
                append(in, at, some);
                at += some;
                size -= some;
                if (size == 0) {
                    part = Part.CONTENT_END;
                    line = 0;
                }
            } else if (step(in[at++])) {
                return at;
            }
        }
        return -1;
    }

    /** One byte outside of a chunk's content; true at the end of the body. */
    private boolean step(byte b) throws MalformedAnswerException {
        if (b == '\n') {
            return endLine();
        }
        if (++line > LINE_BYTES_MAX || part == Part.CONTENT_END && b != '\r') {
            throw new MalformedAnswerException("a chunk without an end");
        }
        if (part == Part.SIZE && b != '\r') {
            int digit = Character.digit(b, 16);
            if (digit >= 0) {
                size = size * 16 + digit;
                digits++;
            } else if (b == ';' || b == ' ') {
                part = Part.EXTENSION;
            }
            if (digit < 0 && part == Part.SIZE || size + length > LoadSettings.ANSWER_BYTES_MAX) {
                throw new MalformedAnswerException("a chunk's size with byte " + b + " at " + size);
            }
        }
        return false;
    }

    private boolean endLine() throws MalformedAnswerException {
        boolean empty = line <= 1;
        line = 0;
        switch (part) {
            case CONTENT_END -> part = Part.SIZE;
            case TRAILER -> {
                return empty;
            }
            default -> {
                if (digits == 0) {
                    throw new MalformedAnswerException("a chunk without a size");
                }
                part = size == 0 ? Part.TRAILER : Part.CONTENT;
                digits = 0;
            }
        }
        return false;
    }

    private void append(byte[] in, int from, int some) {
        if (length + some > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + some, 2 * bytes.length));
        }
        System.arraycopy(in, from, bytes, length, some);
        length += some;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Ready for the next body; the bytes stay until then. */
    void clear() {
        part = Part.SIZE;
        length = 0;
        size = 0;
        digits = 0;
        line = 0;
    }
}
