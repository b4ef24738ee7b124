package dev.hotlane.infra.feed;

import dev.hotlane.protocol.feed.FeedProgress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;

/**
 * Publishes one cut after another on a thread of its own, so that the feed's thread applies the log meanwhile. It has one
 * output from a {@link #fence} to the next {@link #close}, and at most one transaction under way. The feed's thread makes all
 * calls; the output is the other thread's from {@link #begin} until {@link #isRunning} is false.
 */
final class FeedPublisher implements AutoCloseable {
    private final Supplier<FeedOutput> outputs;
    private final Executor thread;
    private FeedOutput output;
    private FeedWriter writer;
    private FeedCut cut;
    private CompletableFuture<FeedProgress> outcome;

    /** @param thread runs one task after the other */
    FeedPublisher(Supplier<FeedOutput> outputs, Executor thread) {
        this.outputs = outputs;
        this.thread = thread;
    }

    /** Makes an output and fences all others by it; may throw KafkaException. */
    void fence() {
        output = outputs.get();
        output.fence();
    }

    /** Writes behind the ends of these topics from now on. */
    void continues(FeedTopics topics) {
        writer = new FeedWriter(output, topics);
    }

    /** For what is written by the feed's own thread: a gap, a repeated position. While nothing is under way. */
    FeedWriter writer() {
        return writer;
    }

    /** Begins to publish a proved cut. While nothing is under way. */
    void begin(FeedCut next, FeedWriter.Frame frame) {
        FeedWriter own = writer;
        CompletableFuture<FeedProgress> reaches = new CompletableFuture<>();
        cut = next;
        outcome = reaches;
        thread.execute(() -> publish(own, next, frame, reaches));
    }

    /** On the other thread. A fault that is not Kafka's ends that thread, and the feed's at its next look. */
    private static void publish(
            FeedWriter writer, FeedCut cut, FeedWriter.Frame frame, CompletableFuture<FeedProgress> reaches) {
        try {
            reaches.complete(writer.cut(cut, frame));
        } catch (KafkaException e) {
            reaches.completeExceptionally(e);
        } catch (RuntimeException | Error e) {
            reaches.completeExceptionally(e);
            throw e;
        }
    }

    /** Whether a transaction is under way. */
    boolean isRunning() {
        return outcome != null && !outcome.isDone();
    }

    /** The position that was reached since the last call. Throws what the transaction threw. */
    Optional<FeedProgress> reached() {
        if (outcome == null) {
            return Optional.empty();
        }
        CompletableFuture<FeedProgress> ended = outcome;
        outcome = null;
        try {
            FeedProgress position = ended.join();
            cut = null;
            return Optional.of(position);
        } catch (CompletionException e) {
            throw unwrapped(e);
        }
    }

    private static RuntimeException unwrapped(CompletionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof RuntimeException cause ? cause : e;
    }

    /** Takes the cut whose transaction failed, so that it may not be published; null if there is none. */
    FeedCut failed() {
        FeedCut failed = cut;
        cut = null;
        return failed;
    }

    /** Ends the output. What is under way ends with it, or has an outcome that is for the next output to find. */
    @Override
    public void close() {
        if (output != null) {
            output.close();
        }
        output = null;
        writer = null;
        cut = null;
        outcome = null;
    }
}
