package dev.hotlane.jmh.feed.rivals;

import dev.hotlane.gateway.settings.SocketTransport;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The event loop of all writes and streams, for a caller that waits. All state of an entrant belongs to the loop. */
final class CallerLoop implements AutoCloseable {
    private static final long POLL_MS = 5;

    private final Vertx vertx = SocketTransport.best().vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final Context loop = vertx.getOrCreateContext();

    Vertx vertx() {
        return vertx;
    }

    /** Runs it on the loop; waits for its result. */
    <T> T call(Supplier<T> what) {
        CompletableFuture<T> result = new CompletableFuture<>();
        loop.runOnContext(turn -> {
            try {
                result.complete(what.get());
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
        return result.join();
    }

    /** Runs it on the loop; waits until it has. */
    void run(Runnable what) {
        call(() -> {
            what.run();
            return true;
        });
    }

    /** Waits, while the loop goes on. */
    void rest(Duration time) {
        if (!time.isZero()) {
            vertx.timer(time.toNanos(), TimeUnit.NANOSECONDS)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        }
    }

    /** Waits until it holds on the loop; whether it does in that time. */
    boolean until(BooleanSupplier holds, Duration most) {
        long deadline = System.nanoTime() + most.toNanos();
        while (!call(holds::getAsBoolean)) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            rest(Duration.ofMillis(POLL_MS));
        }
        return true;
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
