package dev.hotlane.gateway.http;

import io.vertx.core.buffer.Buffer;

/**
 * Cuts what comes in chunks into lines, which are ranges of one array that is used again: at most one line and one
 * chunk are kept. An overlong line is told once and passed over. Belongs to one event loop.
 */
final class LineSplitter {
    private static final byte[] NOTHING = {};

    private final int lengthMax;
    private byte[] bytes = NOTHING;
    private int start;
    private int scanned;
    private int end;
    private boolean passingOver;
    private boolean ended;
    private int from;
    private int to;
    private int cut;
    private int number;

    /** What {@link #next} found. */
    enum Found {
        /** A line, {@link LineSplitter#from} to {@link LineSplitter#to} of {@link LineSplitter#bytes}. */
        LINE,
        /** A line that is longer than it may be; the rest of it is passed over. */
        OVERLONG,
        /** No whole line, until more comes. */
        NOTHING,
        /** No line will come any more. */
        END
    }

    LineSplitter(int lengthMax) {
        this.lengthMax = lengthMax;
    }

    /** More has come. */
    void append(Buffer chunk) {
        int length = chunk.length();
        if (end + length > bytes.length) {
            makeRoom(length);
        }
        chunk.getBytes(bytes, end);
        end += length;
    }

    private void makeRoom(int length) {
        int kept = end - start;
        // Half of it empty after each move: what is moved stays small beside what has come.
        byte[] roomy = kept + length <= bytes.length / 2 ? bytes : new byte[2 * (kept + length)];
        System.arraycopy(bytes, start, roomy, 0, kept);
        bytes = roomy;
        scanned -= start;
        start = 0;
        end = kept;
    }

    /** Nothing more will come: what is left is the last line, though it lacks its newline. */
    void end() {
        ended = true;
    }

    /** Whether {@link #end} was called. */
    boolean ended() {
        return ended;
    }

    /** Bytes of the line that has begun and not ended, 0 of an overlong one; -1 if none has. */
    int begun() {
        return passingOver ? 0 : end > start ? end - start : -1;
    }

    /** How many lines have ended. */
    int cut() {
        return cut;
    }

    /** The next line that is not blank. */
    Found next() {
        while (true) {
            while (scanned < end && bytes[scanned] != '\n') {
                scanned++;
            }
            boolean whole = scanned < end;
            if (!whole && !ended) {
                return partial();
            }
            from = start;
            to = scanned;
            start = whole ? scanned + 1 : scanned;
            scanned = start;
            number = ++cut;
            if (passingOver) {
                passingOver = false;
            } else if (to - from > lengthMax) {
                return Found.OVERLONG;
            } else if (!isBlank()) {
                return Found.LINE;
            }
            if (!whole) {
                return Found.END;
            }
        }
    }

    private Found partial() {
        if (!passingOver && end - start <= lengthMax) {
            return Found.NOTHING;
        }
        boolean told = passingOver;
        passingOver = true;
        start = end;
        number = cut + 1;
        return told ? Found.NOTHING : Found.OVERLONG;
    }

    private boolean isBlank() {
        for (int at = from; at < to; at++) {
            if (bytes[at] != ' ' && bytes[at] != '\t' && bytes[at] != '\r') {
                return false;
            }
        }
        return true;
    }

    /** The number of the line found last, from 1; blank ones count. */
    int number() {
        return number;
    }

    /** The array of the line. */
    byte[] bytes() {
        return bytes;
    }

    /** Where the line starts. */
    int from() {
        return from;
    }

    /** Where it ends, without its newline. */
    int to() {
        return to;
    }
}
