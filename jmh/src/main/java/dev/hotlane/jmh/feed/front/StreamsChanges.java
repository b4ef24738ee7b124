package dev.hotlane.jmh.feed.front;

import dev.hotlane.jmh.peers.streams.ExactOutput;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Consumer;

/**
 * The output topic of a Kafka Streams topology with exactly-once processing, in this JVM. The id of a change is its offset
 * and one; a following is a consumer from the offset behind the last one. One event loop.
 */
final class StreamsChanges implements ChangeStore {
    private final Vertx vertx;
    private final Context loop;
    private final ExactOutput output;

    StreamsChanges(Vertx vertx, ExactOutput output) {
        this.vertx = vertx;
        loop = vertx.getOrCreateContext();
        this.output = output;
    }

    @Override
    public Future<Void> put(String key, long value) {
        return Future.fromCompletionStage(output.put(key, value), loop);
    }

    @Override
    public Future<Long> value(String key) {
        return Future.succeededFuture(output.get(key));
    }

    @Override
    public boolean resumes() {
        return true;
    }

    @Override
    public Future<Following> follow(long after, Consumer<List<StoredChange>> changes) {
        return vertx.executeBlocking(() -> {
            // The offset is one less than the id, so the offset behind it is the id.
            long from = after == NOW ? ExactOutput.END : after;
            ExactOutput.Following following = output.follow(from, records -> {
                List<StoredChange> found = records.stream()
                        .map(one -> new StoredChange(one.offset() + 1, one.key(), one.value()))
                        .toList();
                loop.runOnContext(turn -> changes.accept(found));
            });
            return following::close;
        });
    }
}
