package dev.hotlane.jmh.lane.callers;

import dev.hotlane.client.LaneClient;
import dev.hotlane.jmh.peers.redis.LettuceScript;
import dev.hotlane.jmh.servers.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The stock as a number in a Redis of its own with appendfsync always, sold by a script through Lettuce. */
final class RedisStock implements HotStock {
    private static final String KEY = "hot";

    private final RedisServer server;
    private final LettuceScript script;

    RedisStock(Path under, long units) {
        try {
            server = RedisServer.start(under, "always");
        } catch (IOException e) {
            throw new UncheckedIOException("redis-server could not be started: " + e.getMessage(), e);
        }
        script = LettuceScript.open(server.port());
        script.put(KEY, units);
    }

    @Override
    public String name() {
        return "Redis, Lua, AOF always, Lettuce";
    }

    @Override
    public CompletableFuture<String> sell() {
        return script.sell(KEY, LaneClient.newId(), 1).thenApply(left -> left < 0 ? "sold out" : null);
    }

    @Override
    public Map<String, Long> pids() {
        return Map.of("redis", server.pid());
    }

    @Override
    public List<String> check(long sold) {
        long gone = CallersBench.STOCK - script.left(KEY);
        return gone == sold
                ? List.of()
                : List.of(String.format(Locale.ROOT, "Redis is short of %,d units, the answers sold %,d", gone, sold));
    }

    @Override
    public void close() {
        script.close();
        server.close();
    }
}
