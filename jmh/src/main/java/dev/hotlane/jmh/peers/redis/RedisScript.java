package dev.hotlane.jmh.peers.redis;

import dev.hotlane.jmh.peers.front.Peer;
import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;

/**
 * Look up the id, take the units, remember the answer under the id: one script, so no other command comes between. What the loop
 * has read in one turn goes to Redis in one write on one connection.
 */
public final class RedisScript implements Peer {
    static final String IDS_SECONDS = "600";
    private static final long SOLD_OUT = -1;
    private static final int WAITING_MAX = 10_000;
    static final String SCRIPT = """
            local before = redis.call('GET', KEYS[2])
            if before then return tonumber(before) end
            local left = redis.call('DECRBY', KEYS[1], ARGV[1])
            if left < 0 then
              redis.call('INCRBY', KEYS[1], ARGV[1])
              left = -1
            end
            redis.call('SET', KEYS[2], left, 'EX', ARGV[2])
            return left
            """;

    private final RedisConnection connection;
    private final String sha;
    private List<Request> requests = new ArrayList<>();
    private List<Promise<PeerAnswer>> promises = new ArrayList<>();

    private RedisScript(RedisConnection connection, String sha) {
        this.connection = connection;
        this.sha = sha;
    }

    /** Connects and loads the script. */
    public static RedisScript open(Vertx vertx, int port) throws Exception {
        RedisOptions options = new RedisOptions()
                .setConnectionString("redis://127.0.0.1:" + port)
                .setMaxWaitingHandlers(WAITING_MAX);
        RedisConnection connection = waited(Redis.createClient(vertx, options).connect());
        Response sha = waited(connection.send(
                Request.cmd(io.vertx.redis.client.Command.SCRIPT).arg("LOAD").arg(SCRIPT)));
        return new RedisScript(connection, sha.toString());
    }

    @Override
    public Future<PeerAnswer> handle(PeerCommand command) {
        if (requests.isEmpty()) {
            Context loop = Vertx.currentContext();
            loop.runOnContext(now -> send());
        }
        Promise<PeerAnswer> promise = Promise.promise();
        requests.add(Request.cmd(io.vertx.redis.client.Command.EVALSHA)
                .arg(sha)
                .arg(2)
                .arg(command.key())
                .arg("id:" + command.id())
                .arg(command.units())
                .arg(IDS_SECONDS));
        promises.add(promise);
        return promise.future();
    }

    private void send() {
        List<Promise<PeerAnswer>> waiting = promises;
        connection.batch(requests).onComplete(replies -> settle(waiting, replies));
        requests = new ArrayList<>();
        promises = new ArrayList<>();
    }

    private static void settle(List<Promise<PeerAnswer>> waiting, AsyncResult<List<Response>> replies) {
        for (int i = 0; i < waiting.size(); i++) {
            if (replies.failed()) {
                waiting.get(i).fail(replies.cause());
            } else {
                long left = replies.result().get(i).toLong();
                waiting.get(i).complete(left == SOLD_OUT ? PeerAnswer.SOLD_OUT : PeerAnswer.sold(left));
            }
        }
    }

    @Override
    public void put(String key, long units) throws Exception {
        waited(connection.send(
                Request.cmd(io.vertx.redis.client.Command.SET).arg(key).arg(units)));
    }

    @Override
    public long left(String key) throws Exception {
        return waited(connection.send(
                        Request.cmd(io.vertx.redis.client.Command.GET).arg(key)))
                .toLong();
    }

    private static <T> T waited(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get();
    }

    @Override
    public void close() {
        connection.close();
    }
}
