package dev.hotlane.client;

/**
 * The lines of one batch and the bytes that they take. A batch is small enough that a gateway can keep all its answers
 * for a client that sends everything before it reads. Not thread-safe.
 */
final class BatchSize {
    static final int LINES_MAX = 1_000;

    private static final int BYTES_MAX = 512 * 1024;

    /** Half of the 4 MiB of answers that a gateway keeps per batch by default. */
    private static final int ANSWER_BYTES_MAX = 2 * 1024 * 1024;

    /** An op's answer has at most six times the bytes of the op; a line's answer has up to 1 KiB more. */
    private static final int ANSWER_FACTOR = 6;

    private static final int ANSWER_BYTES = 1024;

    private final int linesMax;
    private int lines;
    private long bytes;
    private long answers;

    BatchSize(int linesMax) {
        this.linesMax = linesMax;
    }

    /** Adds a line of that length if the batch is empty or has room for it. */
    boolean add(int length) {
        long answer = ANSWER_BYTES + (long) ANSWER_FACTOR * length;
        boolean fits = lines < linesMax && bytes + length <= BYTES_MAX && answers + answer <= ANSWER_BYTES_MAX;
        if (lines > 0 && !fits) {
            return false;
        }
        lines++;
        bytes += length;
        answers += answer;
        return true;
    }
}
