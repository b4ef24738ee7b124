package dev.hotlane.infra.demo;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.Refused;
import dev.hotlane.client.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Sends the buyers' calls until each is answered. All state belongs to the thread {@code buyers}. */
final class Caller implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final Duration RETRY_WAIT_MAX = Duration.ofMillis(300);

    private final LaneClient client;
    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "buyers");
        thread.setDaemon(true);
        return thread;
    });
    private final CompletableFuture<Void> done;
    private final IntConsumer unanswered;

    /**
     * @param done completed exceptionally if anything fails
     * @param unanswered receives the status of each attempt without an outcome, 0 for no answer at all
     */
    Caller(List<String> gateways, CompletableFuture<Void> done, IntConsumer unanswered) {
        client = LaneClient.connect(ClientSettings.of(gateways.toArray(String[]::new))
                .withDeadline(DEADLINE)
                .withBackoff(RETRY_WAIT_MAX, RETRY_WAIT_MAX));
        this.done = done;
        this.unanswered = unanswered;
    }

    LaneClient client() {
        return client;
    }

    /** Sends until it is answered, then passes the call to {@code answered}. */
    void send(DemoCall call, Consumer<DemoCall> answered) {
        call.call
                .onRetry(status -> run(() -> again(call, status)))
                .sendAsync()
                .thenAccept(outcome -> run(() -> take(call, outcome, answered)));
    }

    private void take(DemoCall call, CallOutcome<Reservation> outcome, Consumer<DemoCall> answered) {
        if (!(outcome instanceof Done || outcome instanceof Refused)) {
            throw new IllegalStateException("no answer within " + DEADLINE + ": " + outcome);
        }
        call.outcome = outcome;
        answered.accept(call);
    }

    private void again(DemoCall call, int status) {
        call.unknown += status == 503 ? 0 : 1;
        unanswered.accept(status);
    }

    /** Runs a task on the thread {@code buyers}. */
    void run(Runnable what) {
        loop.execute(() -> guarded(what));
    }

    /** Runs a task on that thread after that number of milliseconds. */
    void later(long millis, Runnable what) {
        loop.schedule(() -> guarded(what), millis, TimeUnit.MILLISECONDS);
    }

    private void guarded(Runnable what) {
        try {
            what.run();
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
    }

    @Override
    public void close() {
        client.close();
        loop.shutdownNow();
    }
}
