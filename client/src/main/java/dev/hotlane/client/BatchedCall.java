package dev.hotlane.client;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * A call in a batcher: a line of one batch first, then a single call under the same id if that batch decided nothing.
 * It has one outcome, from its answer, its deadline or its end, whichever comes first. Any thread.
 */
final class BatchedCall<T> {
    private final BatchLine<T> line;
    private final CallRoom room;
    private final long deadline;
    private final CompletableFuture<CallOutcome<T>> result = new CompletableFuture<>();
    private RetryLoop<CallOutcome<T>> loop;
    private volatile boolean admitted;
    private boolean underWay;
    private volatile boolean settled;
    private int failedGateway;
    private long notBefore;

    BatchedCall(LaneClient client, LaneCall<T> call, CallRoom room) {
        line = new BatchLine<>(client, call);
        this.room = room;
        deadline = System.nanoTime() + call.deadline().toNanos();
    }

    /** Takes room in the batcher; returns false if it is full. */
    boolean enter(Duration wait) throws InterruptedException {
        Duration patience =
                wait.compareTo(line.call().deadline()) < 0 ? wait : line.call().deadline();
        admitted = room.take(length(), patience);
        return admitted;
    }

    BatchLine<T> line() {
        return line;
    }

    int length() {
        return line.bytes().length;
    }

    /** The time, by System.nanoTime, at which it must have an outcome. */
    long deadline() {
        return deadline;
    }

    CompletableFuture<CallOutcome<T>> result() {
        return result;
    }

    boolean isSettled() {
        return settled;
    }

    /** Becomes a line of a batch that is sent; returns false if it is settled. */
    synchronized boolean depart() {
        underWay = !settled;
        return underWay;
    }

    /** Takes its line of the answer; returns whether its outcome is decided. {@link #settle} makes it known. */
    synchronized boolean answered(JsonFields answer, int gateway) {
        if (!settled) {
            line.answered(answer);
            undecided(gateway);
        }
        return line.isSettled();
    }

    /** Takes a problem that answers its whole batch; returns whether its outcome is decided. */
    synchronized boolean answered(HttpResponse<byte[]> wholeBatch, int gateway) {
        if (!settled) {
            line.answered(wholeBatch);
            undecided(gateway);
        }
        return line.isSettled();
    }

    /** Takes the failure of its batch. */
    synchronized void unanswered(boolean arrived, String detail, int gateway) {
        if (!settled) {
            line.unanswered(arrived, detail);
            undecided(gateway);
        }
    }

    private void undecided(int gateway) {
        underWay = false;
        failedGateway = gateway;
        notBefore = System.nanoTime() + RetryLoop.nanos(line.retryAfter());
    }

    /** Goes on as a single call; runs the task once it is settled. */
    void goOn(LaneClient client, Runnable then) {
        RetryLoop<CallOutcome<T>> own = null;
        synchronized (this) {
            if (!settled) {
                underWay = true;
                Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
                own = new RetryLoop<>(client, new SingleCall<>(line.call(), line.state()), left);
                loop = own;
            }
        }
        if (own == null) {
            then.run();
            return;
        }
        RetryLoop<CallOutcome<T>> started = own;
        started.result().whenComplete((outcome, failure) -> {
            finish(() -> failure == null ? outcome : line.state().ended(true, "the client failed: " + failure));
            then.run();
        });
        client.run(started, () -> started.startAfter(failedGateway, notBefore));
        if (settled) {
            started.end("the call ended before");
        }
    }

    /** Makes the decided outcome known. */
    void settle() {
        finish(line::outcome);
    }

    /** Ends it: nothing more is sent. An outcome that is decided and not known yet stays. */
    void end(String reason) {
        RetryLoop<CallOutcome<T>> own;
        synchronized (this) {
            own = loop;
        }
        if (own == null) {
            finish(() -> line.isSettled() ? line.outcome() : line.state().ended(underWay, reason));
        } else {
            own.end(reason);
        }
    }

    /** The room is free before a waiting caller continues. */
    private void finish(Supplier<CallOutcome<T>> decided) {
        CallOutcome<T> outcome;
        synchronized (this) {
            if (settled) {
                return;
            }
            settled = true;
            outcome = decided.get();
        }
        if (admitted) {
            room.release(length());
        }
        result.complete(outcome);
    }

    /** Blocks until the outcome is present; an interrupt ends the call and leaves the flag set. */
    CallOutcome<T> await() {
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
}
