package dev.hotlane.jmh.feed.front;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.KeyValue;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.KeyValueWatchOption;
import io.nats.client.api.KeyValueWatcher;
import io.nats.client.api.StorageType;
import io.nats.client.impl.NatsKeyValueWatchSubscription;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * A bucket of NATS' key-value store in files, with the longest history that it has, and watches of all its keys. The id of a
 * change is its revision, which is the sequence of the bucket's stream; a watch begins at the revision behind the last one.
 * The client is NATS' own. One event loop.
 */
final class NatsChanges implements ChangeStore {
    private static final String BUCKET = "changes";

    /** Values that a key may keep: the server's limit. */
    private static final int HISTORY_MAX = 64;

    private final Vertx vertx;
    private final Context loop;
    private final JetStream stream;
    private final KeyValue bucket;

    private NatsChanges(Vertx vertx, JetStream stream, KeyValue bucket) {
        this.vertx = vertx;
        loop = vertx.getOrCreateContext();
        this.stream = stream;
        this.bucket = bucket;
    }

    /** Connects and makes the bucket; blocks. */
    static NatsChanges open(Vertx vertx, int port) throws Exception {
        Connection connection = Nats.connect(
                Options.builder().server("nats://127.0.0.1:" + port).build());
        connection
                .keyValueManagement()
                .create(KeyValueConfiguration.builder()
                        .name(BUCKET)
                        .maxHistoryPerKey(HISTORY_MAX)
                        .storageType(StorageType.File)
                        .build());
        return new NatsChanges(vertx, connection.jetStream(), connection.keyValue(BUCKET));
    }

    // A key of the store has no colon.
    private static String key(String key) {
        return key.replace(':', '/');
    }

    @Override
    public Future<Void> put(String key, long value) {
        // What KeyValue.put sends, without a thread that waits for the acknowledgement.
        byte[] bytes = Long.toString(value).getBytes(StandardCharsets.US_ASCII);
        return Future.fromCompletionStage(stream.publishAsync("$KV." + BUCKET + "." + key(key), bytes), loop)
                .mapEmpty();
    }

    @Override
    public Future<Long> value(String key) {
        return vertx.executeBlocking(() -> bucket.get(key(key)).getValueAsLong());
    }

    @Override
    public boolean resumes() {
        return true;
    }

    @Override
    public Future<Following> follow(long after, Consumer<List<StoredChange>> changes) {
        return vertx.executeBlocking(() -> {
            KeyValueWatcher watcher = new Watcher(changes);
            NatsKeyValueWatchSubscription watch = after == NOW
                    ? bucket.watchAll(watcher, KeyValueWatchOption.UPDATES_ONLY)
                    : bucket.watchAll(watcher, after + 1);
            return watch::unsubscribe;
        });
    }

    /** Takes the changes of a watch to the event loop, in their order. On a thread of the client. */
    private final class Watcher implements KeyValueWatcher {
        private final Consumer<List<StoredChange>> changes;

        Watcher(Consumer<List<StoredChange>> changes) {
            this.changes = changes;
        }

        @Override
        public void watch(KeyValueEntry entry) {
            StoredChange change =
                    new StoredChange(entry.getRevision(), entry.getKey().replace('/', ':'), entry.getValueAsLong());
            loop.runOnContext(turn -> changes.accept(List.of(change)));
        }

        @Override
        public void endOfData() {
            // All that was there has come; what follows does too.
        }
    }
}
