package dev.hotlane.jmh.reads;

import dev.hotlane.gateway.settings.SocketTransport;
import dev.hotlane.jmh.peers.front.PeerFront;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * GETs of counters out of Redis, behind the HTTP front that the gateway has: what the loop has read in one turn goes to
 * Redis in one write. A JVM of its own; one event loop.
 */
public final class RedisFront {
    private static final String COUNTERS = "/v1/counters/";
    private static final int WAITING_MAX = 10_000;
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

    private final RedisConnection redis;
    private List<HttpServerRequest> waiting = new ArrayList<>();

    private RedisFront(RedisConnection redis) {
        this.redis = redis;
    }

    /** Serves on that port of the loopback address, from the Redis at the other one, until it is killed. */
    public static void main(String[] args) {
        Vertx vertx = SocketTransport.best().vertx(new VertxOptions().setEventLoopPoolSize(1));
        RedisOptions options = new RedisOptions()
                .setConnectionString("redis://127.0.0.1:" + args[1])
                .setMaxWaitingHandlers(WAITING_MAX);
        Redis.createClient(vertx, options)
                .connect()
                .compose(redis -> vertx.createHttpServer(PeerFront.options(Integer.parseInt(args[0])))
                        .requestHandler(new RedisFront(redis)::take)
                        .listen())
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private void take(HttpServerRequest request) {
        if (!request.path().startsWith(COUNTERS)) {
            request.response().end();
            return;
        }
        if (waiting.isEmpty()) {
            Context loop = Vertx.currentContext();
            loop.runOnContext(now -> send());
        }
        waiting.add(request);
    }

    private void send() {
        List<HttpServerRequest> asked = waiting;
        waiting = new ArrayList<>();
        List<Request> gets = asked.stream()
                .map(request -> Request.cmd(Command.GET).arg(key(request)))
                .toList();
        redis.batch(gets).onComplete(replies -> {
            for (int i = 0; i < asked.size(); i++) {
                HttpServerRequest request = asked.get(i);
                if (replies.succeeded() && replies.result().get(i) != null) {
                    request.response()
                            .putHeader(HttpHeaders.CONTENT_TYPE, JSON)
                            .end(Buffer.buffer("{\"key\":\"" + key(request) + "\",\"value\":"
                                    + replies.result().get(i) + ",\"held\":0,\"confirmed\":0,\"version\":1}"));
                } else {
                    request.response().setStatusCode(500).end();
                }
            }
        });
    }

    private static String key(HttpServerRequest request) {
        return request.path().substring(COUNTERS.length());
    }
}
