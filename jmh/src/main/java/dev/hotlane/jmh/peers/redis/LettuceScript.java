package dev.hotlane.jmh.peers.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.concurrent.CompletableFuture;

/**
 * The script of {@link RedisScript} called by threads of the same JVM through Lettuce: one connection for all, commands
 * pipelined by its event loop, which is how its authors say to use it. Any thread.
 */
public final class LettuceScript implements AutoCloseable {
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final String sha;

    private LettuceScript(RedisClient client) {
        this.client = client;
        connection = client.connect();
        sha = connection.sync().scriptLoad(RedisScript.SCRIPT);
    }

    /** Connects and loads the script. */
    public static LettuceScript open(int port) {
        return new LettuceScript(RedisClient.create(RedisURI.create("127.0.0.1", port)));
    }

    /** Takes units under an id; completes with what is left, or -1 if there are too few. */
    public CompletableFuture<Long> sell(String key, String id, long units) {
        return connection
                .async()
                .<Long>evalsha(
                        sha,
                        ScriptOutputType.INTEGER,
                        new String[] {key, "id:" + id},
                        Long.toString(units),
                        RedisScript.IDS_SECONDS)
                .toCompletableFuture();
    }

    /** Puts that number of units up. */
    public void put(String key, long units) {
        connection.sync().set(key, Long.toString(units));
    }

    /** Units left. */
    public long left(String key) {
        return Long.parseLong(connection.sync().get(key));
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
