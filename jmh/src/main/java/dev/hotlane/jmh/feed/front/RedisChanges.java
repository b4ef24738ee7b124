package dev.hotlane.jmh.feed.front;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.function.Consumer;

/**
 * Redis: a script sets the key and publishes the change; all changes come by a subscription. Messages have no number, and
 * none is kept: the ids count what came, and nothing can be resumed. One event loop.
 */
final class RedisChanges implements ChangeStore {
    private static final String CHANNEL = "changes";
    private static final int WAITING_MAX = 100_000;
    private static final int MESSAGE_PARTS = 3;
    private static final String SCRIPT =
            "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('PUBLISH', 'changes', KEYS[1] .. ' ' .. ARGV[1])";

    private final RedisConnection calls;
    private final RedisConnection subscription;
    private long came;

    private RedisChanges(RedisConnection calls, RedisConnection subscription) {
        this.calls = calls;
        this.subscription = subscription;
    }

    /** Connects; waits until both connections are there. */
    static RedisChanges open(Vertx vertx, int port) {
        Redis redis = Redis.createClient(
                vertx,
                new RedisOptions()
                        .setConnectionString("redis://127.0.0.1:" + port)
                        .setMaxWaitingHandlers(WAITING_MAX));
        return redis.connect()
                .compose(calls -> redis.connect().map(subscription -> new RedisChanges(calls, subscription)))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    @Override
    public Future<Void> put(String key, long value) {
        return calls.send(Request.cmd(Command.EVAL).arg(SCRIPT).arg(1).arg(key).arg(value))
                .mapEmpty();
    }

    @Override
    public Future<Long> value(String key) {
        return calls.send(Request.cmd(Command.GET).arg(key)).map(Response::toLong);
    }

    @Override
    public boolean resumes() {
        return false;
    }

    @Override
    public Future<Following> follow(long after, Consumer<List<StoredChange>> changes) {
        subscription.handler(message -> {
            if (message.size() == MESSAGE_PARTS && message.get(0).toString().equals("message")) {
                String[] change = message.get(2).toString().split(" ");
                changes.accept(List.of(new StoredChange(++came, change[0], Long.parseLong(change[1]))));
            }
        });
        return subscription
                .send(Request.cmd(Command.SUBSCRIBE).arg(CHANNEL))
                .map(subscribed -> () -> subscription.handler(null));
    }
}
