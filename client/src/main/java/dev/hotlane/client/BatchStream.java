package dev.hotlane.client;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Cuts a stream of commands into batches, one after another. A batch is small enough that a gateway can keep all its
 * answers for a client that sends everything before it reads. Blocks the calling thread.
 */
final class BatchStream {
    private static final int LINES_MAX = 1_000;
    private static final int BYTES_MAX = 512 * 1024;

    /** Half of the 4 MiB of answers that a gateway keeps per batch by default. */
    private static final int ANSWER_BYTES_MAX = 2 * 1024 * 1024;

    /** An op's answer has at most six times the bytes of the op; a line's answer has up to 1 KiB more. */
    private static final int ANSWER_FACTOR = 6;

    private static final int ANSWER_BYTES = 1024;

    private final LaneClient client;

    BatchStream(LaneClient client) {
        this.client = client;
    }

    void run(Iterator<? extends LaneCall<?>> calls, Consumer<BatchResult> results) {
        List<BatchLine<?>> batch = new ArrayList<>();
        long bytes = 0;
        long answers = 0;
        while (calls.hasNext()) {
            BatchLine<?> line = new BatchLine<>(client, calls.next());
            long answer = ANSWER_BYTES + (long) ANSWER_FACTOR * line.bytes().length;
            boolean fits = batch.size() < LINES_MAX
                    && bytes + line.bytes().length <= BYTES_MAX
                    && answers + answer <= ANSWER_BYTES_MAX;
            if (!fits) {
                send(batch, results);
                batch = new ArrayList<>();
                bytes = 0;
                answers = 0;
            }
            batch.add(line);
            bytes += line.bytes().length;
            answers += answer;
        }
        send(batch, results);
    }

    private void send(List<BatchLine<?>> batch, Consumer<BatchResult> results) {
        if (Thread.currentThread().isInterrupted()) {
            batch.forEach(line -> line.ended(false, "the calling thread was interrupted"));
            batch.forEach(line -> results.accept(line.result()));
        } else if (!batch.isEmpty()) {
            client.retries(new BatchAttempts(batch), client.settings().times().deadline())
                    .await()
                    .forEach(line -> results.accept(line.result()));
        }
    }
}
