package dev.hotlane.gateway.http.batch;

import io.vertx.core.buffer.Buffer;

/**
 * Cuts chunks into lines, which are ranges of one reused array; it keeps at most one line and one chunk. Reports an
 * overlong line once and skips the rest of it. Belongs to one event loop.
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

    /** Results of {@link #next}. */
    enum Found {
        /** A line, {@link LineSplitter#from} to {@link LineSplitter#to} of {@link LineSplitter#bytes}. */
        LINE,
        /** A line longer than the limit; the rest of it is skipped. */
        OVERLONG,
        /** No whole line yet. */
        NOTHING,
        /** No further line. */
        END
    }

    LineSplitter(int lengthMax) {
        this.lengthMax = lengthMax;
    }

    /** Appends a chunk. */
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
        // The array is at least half empty after each move: moved bytes stay few compared with received ones.
        byte[] roomy = kept + length <= bytes.length / 2 ? bytes : new byte[2 * (kept + length)];
        System.arraycopy(bytes, start, roomy, 0, kept);
        bytes = roomy;
        scanned -= start;
        start = 0;
        end = kept;
    }

    /** Ends the input: what is left is the last line, even without a newline. */
    void end() {
        ended = true;
    }

    /** Whether {@link #end} was called. */
    boolean ended() {
        return ended;
    }

    /** Bytes of the current, incomplete line; 0 if it is overlong, -1 if no line has begun. */
    int begun() {
        return passingOver ? 0 : end > start ? end - start : -1;
    }

    /** Number of lines that have ended. */
    int cut() {
        return cut;
    }

    /** Finds the next line that is not blank. */
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
        boolean reported = passingOver;
        passingOver = true;
        start = end;
        number = cut + 1;
        return reported ? Found.NOTHING : Found.OVERLONG;
    }

    private boolean isBlank() {
        for (int at = from; at < to; at++) {
            if (bytes[at] != ' ' && bytes[at] != '\t' && bytes[at] != '\r') {
                return false;
            }
        }
        return true;
    }

    /** The number of the last found line, from 1; blank lines count. */
    int number() {
        return number;
    }

    /** The array that holds the line. */
    byte[] bytes() {
        return bytes;
    }

    /** Start index of the line. */
    int from() {
        return from;
    }

    /** End index of the line, without its newline. */
    int to() {
        return to;
    }
}
