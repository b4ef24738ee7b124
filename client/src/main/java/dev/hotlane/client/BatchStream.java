package dev.hotlane.client;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Cuts a stream of commands into batches, one after another. Blocks the calling thread. */
final class BatchStream {
    private final LaneClient client;

    BatchStream(LaneClient client) {
        this.client = client;
    }

    void run(Iterator<? extends LaneCall<?>> calls, Consumer<BatchResult> results) {
        List<BatchLine<?>> batch = new ArrayList<>();
        BatchSize size = new BatchSize(BatchSize.LINES_MAX);
        while (calls.hasNext()) {
            BatchLine<?> line = new BatchLine<>(client, calls.next());
            if (!size.add(line.bytes().length)) {
                send(batch, results);
                batch = new ArrayList<>();
                size = new BatchSize(BatchSize.LINES_MAX);
                size.add(line.bytes().length);
            }
            batch.add(line);
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
