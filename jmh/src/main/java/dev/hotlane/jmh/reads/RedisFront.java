package dev.hotlane.jmh.reads;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * GETs of counters out of Redis: what the loop has read in one turn goes to Redis in one write. A JVM of its own; one
 * event loop.
 */
public final class RedisFront {
    private static final int WAITING_MAX = 10_000;

    private final RedisConnection redis;
    private List<CounterFront.Get> waiting = new ArrayList<>();

    private RedisFront(RedisConnection redis) {
        this.redis = redis;
    }

    /** Serves on that port of the loopback address, from the Redis at the other one, until it is killed. */
    public static void main(String[] args) {
        Vertx vertx = CounterFront.vertx();
        RedisOptions options = new RedisOptions()
                .setConnectionString("redis://127.0.0.1:" + args[1])
                .setMaxWaitingHandlers(WAITING_MAX);
        RedisConnection redis = Redis.createClient(vertx, options)
                .connect()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        CounterFront.serve(vertx, Integer.parseInt(args[0]), new RedisFront(redis)::take);
    }

    private void take(CounterFront.Get get) {
        if (waiting.isEmpty()) {
            Context loop = Vertx.currentContext();
            loop.runOnContext(now -> send());
        }
        waiting.add(get);
    }

    private void send() {
        List<CounterFront.Get> asked = waiting;
        waiting = new ArrayList<>();
        List<Request> gets = asked.stream()
                .map(get -> Request.cmd(Command.GET).arg(get.key()))
                .toList();
        redis.batch(gets).onComplete(replies -> {
            for (int i = 0; i < asked.size(); i++) {
                if (replies.succeeded() && replies.result().get(i) != null) {
                    asked.get(i).value(replies.result().get(i));
                } else {
                    asked.get(i).failed();
                }
            }
        });
    }
}
