package dev.hotlane.client;

import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Sends one request until it has a result or its deadline has passed. Each attempt goes to the next gateway, after a
 * random wait below a bound that doubles, or after the wait that this gateway requested. Threads: any starts and ends
 * it, {@code client-N} continues it; one at a time.
 */
final class RetryLoop<R> {
    private final LaneClient client;
    private final Attempts<R> attempts;
    private final CompletableFuture<R> result = new CompletableFuture<>();
    private final long deadline;
    private final long[] notBefore;
    private long backoff;
    private int gateway;
    private boolean underWay;
    private CompletableFuture<HttpResponse<byte[]>> current = CompletableFuture.completedFuture(null);

    RetryLoop(LaneClient client, Attempts<R> attempts, Duration patience) {
        this.client = client;
        this.attempts = attempts;
        long now = System.nanoTime();
        deadline = now + patience.toNanos();
        notBefore = new long[client.gateways().count()];
        Arrays.fill(notBefore, now);
        backoff = client.settings().backoff().min().toNanos();
        gateway = client.gateways().first();
    }

    CompletableFuture<R> result() {
        return result;
    }

    void start() {
        result.whenComplete((value, failure) -> cancelCurrent());
        attempt();
    }

    /** Starts it as after an attempt at that gateway, which requested a wait until {@code notBefore}. */
    void startAfter(int failed, long notBeforeThere) {
        result.whenComplete((value, failure) -> cancelCurrent());
        long pause;
        synchronized (this) {
            notBefore[failed] = notBeforeThere;
            gateway = (failed + 1) % notBefore.length;
            pause = notBefore[gateway] - System.nanoTime();
        }
        if (pause <= 0) {
            attempt();
        } else if (!schedule(pause)) {
            end("the deadline is over");
        }
    }

    /** Blocks until the result is present; an interrupt ends the loop and leaves the flag set. */
    R await() {
        try {
            return result.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end("the calling thread was interrupted");
            return result.join();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the client failed, and the outcome is unknown", e.getCause());
        }
    }

    /** Ends the loop: nothing more is sent. */
    void end(String reason) {
        R value;
        synchronized (this) {
            if (result.isDone()) {
                return;
            }
            value = attempts.ended(underWay, reason);
        }
        result.complete(value);
    }

    private void attempt() {
        boolean over;
        synchronized (this) {
            if (result.isDone()) {
                return;
            }
            long left = deadline - System.nanoTime();
            over = left <= 0;
            if (!over) {
                send(Math.min(left, client.settings().times().attempt().toNanos()));
            }
        }
        if (over) {
            end("the deadline is over");
        }
    }

    private void send(long timeout) {
        HttpRequest.Builder request = attempts.request(client.gateways().address(gateway));
        underWay = true;
        current = client.send(request, BodyHandlers.ofByteArray());
        // This timeout covers the body too; HttpRequest's does not.
        current.copy().orTimeout(timeout, TimeUnit.NANOSECONDS).whenCompleteAsync(this::attempted, client.executor());
    }

    private void attempted(HttpResponse<byte[]> response, Throwable failure) {
        Optional<R> value;
        boolean again;
        synchronized (this) {
            if (result.isDone()) {
                return;
            }
            underWay = false;
            try {
                value = take(response, failure);
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
                return;
            }
            again = value.isEmpty() && scheduleNext();
        }
        if (value.isPresent()) {
            result.complete(value.get());
        } else if (!again) {
            end("the deadline is over");
        }
    }

    private Optional<R> take(HttpResponse<byte[]> response, Throwable failure) {
        if (failure != null) {
            current.cancel(true);
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            attempts.unanswered(mayHaveArrived(cause), cause.toString());
            return Optional.empty();
        }
        Optional<R> value = attempts.answered(response);
        if (value.isPresent()) {
            client.gateways().answered(gateway);
        }
        return value;
    }

    /** Whether a request that failed so may have reached a gateway. */
    static boolean mayHaveArrived(Throwable cause) {
        return !(cause instanceof ConnectException
                || cause instanceof HttpConnectTimeoutException
                || cause instanceof NoKeyException);
    }

    /** Schedules the next attempt; returns false if it would begin after the deadline. */
    private boolean scheduleNext() {
        long now = System.nanoTime();
        notBefore[gateway] = now + nanos(attempts.retryAfter());
        gateway = (gateway + 1) % notBefore.length;
        long pause = Math.max(ThreadLocalRandom.current().nextLong(backoff), notBefore[gateway] - now);
        backoff = Math.min(2 * backoff, client.settings().backoff().max().toNanos());
        return schedule(pause);
    }

    private boolean schedule(long pause) {
        if (System.nanoTime() + pause - deadline >= 0) {
            return false;
        }
        CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS, client.executor())
                .execute(this::attempt);
        return true;
    }

    /** A wait of more than a day counts as a day, so that sums of nanoseconds do not overflow. */
    static long nanos(Duration wait) {
        return wait.compareTo(Duration.ofDays(1)) > 0 ? TimeUnit.DAYS.toNanos(1) : wait.toNanos();
    }

    private synchronized void cancelCurrent() {
        current.cancel(true);
    }
}
