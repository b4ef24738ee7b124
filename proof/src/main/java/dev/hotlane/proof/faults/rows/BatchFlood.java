package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.RowFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Batches of commands, each as soon as the one before is answered. Has a thread of its own; counts answers by status. */
final class BatchFlood implements AutoCloseable {
    private static final int LINES = 400;
    private static final int STATUS_MAX = 600;
    private static final int UNAUTHORIZED = 401;
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;
    private static final Pattern STATUS = Pattern.compile("\"status\":([1-5]\\d\\d)");
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);
    private static final long PAUSE_MS = 200;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicIntegerArray statuses = new AtomicIntegerArray(STATUS_MAX);
    private final URI target;
    private final String key;
    private final LongFunction<String> line;
    private final Thread thread = new Thread(this::run, "flood");
    private volatile boolean closing;

    private BatchFlood(ChildSlot gateway, String key, LongFunction<String> line) {
        this.key = key;
        target = URI.create(gateway.url() + "/v1/batch");
        this.line = line;
        thread.setDaemon(true);
    }

    /** Begins; {@code line} makes the line of a number, counted from 0. */
    static BatchFlood of(ChildSlot gateway, LongFunction<String> line) {
        return of(gateway, null, line);
    }

    /** The same with an API key; null for none. */
    static BatchFlood of(ChildSlot gateway, String key, LongFunction<String> line) {
        BatchFlood flood = new BatchFlood(gateway, key, line);
        flood.thread.start();
        return flood;
    }

    /** Lines answered with that status. */
    int answered(int status) {
        return statuses.get(status);
    }

    /** Lines answered. */
    int answered() {
        int sum = 0;
        for (int status = 0; status < STATUS_MAX; status++) {
            sum += statuses.get(status);
        }
        return sum;
    }

    /** Whether the gateway has read a principals file with that key; false also without an answer. */
    boolean accepts(String otherKey) {
        HttpRequest request = HttpRequest.newBuilder(target.resolve("/v1/counters/flood:one"))
                .timeout(ANSWER_MAX)
                .header("Authorization", "Bearer " + otherKey)
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() != UNAUTHORIZED;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new RowFailure("interrupted");
        }
    }

    private void run() {
        long number = 0;
        try {
            while (!closing) {
                StringBuilder lines = new StringBuilder();
                for (int i = 0; i < LINES; i++) {
                    lines.append(line.apply(number++)).append('\n');
                }
                if (send(lines.toString()) < LINES) {
                    // Some 2,000 rejected lines a second: more would fill the log of the row and nothing else.
                    Thread.sleep(PAUSE_MS);
                }
            }
        } catch (InterruptedException e) {
            // It is closed.
        }
    }

    /** Returns how many lines were neither rejected for want of space nor left without an answer. */
    private int send(String lines) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(target)
                .timeout(ANSWER_MAX)
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString(lines));
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        int taken = 0;
        try {
            Matcher found = STATUS.matcher(http.send(request.build(), HttpResponse.BodyHandlers.ofString())
                    .body());
            while (found.find()) {
                int status = Integer.parseInt(found.group(1));
                statuses.incrementAndGet(status);
                taken += status == UNAVAILABLE || status == TOO_MANY ? 0 : 1;
            }
        } catch (IOException e) {
            // The next batch tries again: a gateway may be restarted.
        }
        return taken;
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }
}
