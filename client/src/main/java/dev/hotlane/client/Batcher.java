package dev.hotlane.client;

import java.util.concurrent.CompletableFuture;

/**
 * Sends the calls of many threads in a few batches. While nothing is under way a call leaves at once; else it waits at most
 * 1 ms for others, or for 1,000 of them, and then for a free stream. {@link LaneClient#batcher} makes one.
 *
 * <p>It takes the calls that a batch takes: transactions, reserve, confirm, cancel, extend and abandon. The outcomes are
 * those of {@link LaneCall#send}, each by the call's own id and deadline. A call that its batch leaves undecided (503, 504,
 * a lost connection, a foreign answer) goes on by itself under its id, 32 such calls at a time. The batch itself reports
 * nothing to {@link LaneCall#onRetry}.
 *
 * <p>The room is bounded. A full batcher sends nothing and returns {@link Unanswered} at once, or after the wait of the
 * settings.
 *
 * <p>Calls are not ordered, not even those of one thread that does not wait for the outcome: a confirm may precede its
 * reservation, and be rejected as NOT_FOUND, unless it is sent after the reservation's outcome.
 *
 * <p>Any thread. Daemon threads: {@code batcher-N} sends what has waited and ends calls at their deadline; {@code client-N}
 * takes the answers.
 */
public final class Batcher implements AutoCloseable {
    /** Why a call ended at its deadline. */
    static final String DEADLINE = "the deadline is over";

    private final LaneClient client;
    private final BatcherSettings settings;
    private final CallRoom room;
    private final BatchQueue queue;
    private volatile String closed;

    Batcher(LaneClient client, BatcherSettings settings) {
        this.client = client;
        this.settings = settings;
        room = new CallRoom(settings.bounds());
        queue = new BatchQueue(client, settings);
    }

    /**
     * Sends the call with others and blocks until its outcome is decided or its deadline has passed. An interrupt ends
     * it as {@link Unknown}, or as {@link Unanswered} if it was not sent, and leaves the thread's interrupt flag set.
     */
    public <T> CallOutcome<T> send(LaneCall<T> call) {
        return start(call).await();
    }

    /**
     * Sends the call with others; blocks only while it waits for room. Dependents without an executor of their own run
     * on the common pool, so they may block. Cancelling ends the attempts.
     */
    public <T> CompletableFuture<CallOutcome<T>> sendAsync(LaneCall<T> call) {
        BatchedCall<T> sent = start(call);
        CompletableFuture<CallOutcome<T>> handedOver = sent.result().thenApplyAsync(outcome -> outcome);
        handedOver.whenComplete((outcome, failure) -> {
            if (handedOver.isCancelled()) {
                sent.end("the call was cancelled");
            }
        });
        return handedOver;
    }

    private <T> BatchedCall<T> start(LaneCall<T> call) {
        if (closed != null) {
            throw new IllegalStateException(closed);
        }
        BatchedCall<T> one = new BatchedCall<>(client, call, room);
        try {
            if (one.enter(settings.bounds().roomWait())) {
                queue.add(one);
            } else {
                one.end("the batcher is full, and the call was not sent: send fewer calls at a time, or set a wait");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            one.end("the calling thread was interrupted");
        }
        return one;
    }

    /**
     * Takes no more calls, waits for the outcomes of those under way, at most the settings' time to drain, and ends the
     * rest as Unknown or Unanswered. Calls sent later fail.
     */
    @Override
    public void close() {
        closed = "the batcher is closed: make a new one by LaneClient.batcher()";
        queue.drain();
        try {
            room.awaitEmpty(settings.drain());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end("the batcher was closed");
    }

    /** Ends it at once. */
    void end(String reason) {
        if (closed == null) {
            closed = "the client is closed: connect a new one";
        }
        client.forget(this);
        queue.end(reason);
    }
}
