package dev.hotlane.client;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/**
 * One intent under one id, not sent yet. Immutable. A program that may crash stores the id first: the same call sent
 * again has the same outcome. Any thread.
 *
 * @param <T> type of the value of its success
 */
public final class LaneCall<T> {
    private final LaneClient client;
    private final CallShape<T> shape;
    private final String id;
    private final Duration deadline;
    private final IntConsumer retries;

    /** What {@link #tracking} set, or null. */
    private final SeenOffset seen;

    LaneCall(
            LaneClient client, CallShape<T> shape, String id, Duration deadline, IntConsumer retries, SeenOffset seen) {
        this.client = client;
        this.shape = shape;
        this.id = id;
        this.deadline = deadline;
        this.retries = retries;
        this.seen = seen;
    }

    /** The call's id, also the id of the reservation that it makes; null for a read. */
    public String id() {
        return id;
    }

    /** The same call under the caller's id: 1 to 64 visible ASCII characters. Only a UUIDv7 is final for good. */
    public LaneCall<T> withId(String other) {
        if (id == null) {
            throw new IllegalStateException("a read has no id: send it as it is");
        }
        if (Inputs.id(other).equals(shape.subject())) {
            throw new IllegalArgumentException("the id " + other + " is that of the command to abandon: leave it out");
        }
        return new LaneCall<>(client, shape, other, deadline, retries, seen);
    }

    /** The same call with its own deadline. */
    public LaneCall<T> within(Duration other) {
        return new LaneCall<>(client, shape, id, Inputs.duration("deadline", other), retries, seen);
    }

    /** The same call with a W3C trace context, which goes with the command into the log. */
    public LaneCall<T> withTraceparent(String traceparent) {
        if (traceparent == null || !traceparent.matches("[!-~]{1,256}")) {
            throw new IllegalArgumentException(
                    "the traceparent " + traceparent + " is none: use the form 00-TRACE-SPAN-01 of W3C");
        }
        return new LaneCall<>(client, shape.header("traceparent", traceparent), id, deadline, retries, seen);
    }

    /**
     * The same call, reporting each attempt without an outcome: its HTTP status, or 0 if no answer came. The consumer
     * runs on {@code client-N} and must not block. A batch reports no attempts.
     */
    public LaneCall<T> onRetry(IntConsumer status) {
        return new LaneCall<>(client, shape, id, deadline, status, seen);
    }

    /**
     * The same call; the offset of its answer, also of a rejection that the lane decided, raises {@code offset}. A local
     * read that tracks the same one later includes this call.
     */
    public LaneCall<T> tracking(SeenOffset offset) {
        return new LaneCall<>(client, shape, id, deadline, retries, offset);
    }

    /**
     * Sends the call until its outcome is decided or its deadline has passed; blocks until then. An interrupt ends it
     * as {@link Unknown} (a read as {@link Unanswered}) and leaves the thread's interrupt flag set.
     */
    public CallOutcome<T> send() {
        return start().await();
    }

    /**
     * Sends the call like {@link #send} and returns at once. Dependents without an executor of their own run on the
     * common pool, so they may block. Cancelling ends the attempts.
     */
    public CompletableFuture<CallOutcome<T>> sendAsync() {
        CompletableFuture<CallOutcome<T>> result = start().result();
        CompletableFuture<CallOutcome<T>> handedOver = result.thenApplyAsync(outcome -> outcome);
        handedOver.whenComplete((outcome, failure) -> {
            if (handedOver.isCancelled()) {
                result.cancel(false);
            }
        });
        return handedOver;
    }

    private RetryLoop<CallOutcome<T>> start() {
        return client.retries(new SingleCall<>(client, this), deadline);
    }

    CallShape<T> shape() {
        return shape;
    }

    Duration deadline() {
        return deadline;
    }

    IntConsumer retries() {
        return retries;
    }

    /** A header of the shape as it is sent now: the least offset is at least the one seen. */
    String header(String name, String value) {
        boolean least = name.equals(LocalReadCalls.MIN_OFFSET) && seen != null;
        return least ? Long.toString(Math.max(Long.parseLong(value), seen.get())) : value;
    }

    /** An answer has this offset, if any. */
    void saw(OptionalLong offset) {
        if (seen != null) {
            offset.ifPresent(seen::raise);
        }
    }

    /** The id in an Unknown outcome. */
    String subject() {
        return shape.subject() == null ? id : shape.subject();
    }
}
