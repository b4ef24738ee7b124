package dev.hotlane.jmh.compare;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.jmh.peers.PeerKind;
import dev.hotlane.jmh.peers.PeerKind.Store;
import dev.hotlane.jmh.peers.PeerProcess;
import dev.hotlane.jmh.servers.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM with the fronts of some peers, and the Redis servers that these need. The comparing thread's. */
final class PeerJvm implements AutoCloseable {
    private static final Duration STOP_MAX = Duration.ofSeconds(15);

    private final RivalServers place;
    private final List<PeerKind> kinds = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private final List<RedisServer> redis = new ArrayList<>();
    private ChildProcess process;

    PeerJvm(RivalServers place) {
        this.place = place;
    }

    /** Before the start: it serves that peer as well, at the port given back. */
    int add(PeerKind kind) {
        kinds.add(kind);
        ports.add(Ports.free());
        return ports.get(ports.size() - 1);
    }

    /** Waits until all of its peers serve; does nothing the second time. */
    void start() throws IOException {
        if (process != null) {
            return;
        }
        List<Integer> redisPorts = new ArrayList<>();
        for (PeerKind kind : kinds) {
            redisPorts.add(kind.store() == Store.REDIS ? redis(kind).port() : 0);
            if (kind.store() == Store.MYSQL) {
                place.database(kind.code());
            }
        }
        process = place.jvm(
                "peers-" + kinds.get(0).code(),
                PeerProcess.class.getName(),
                commas(kinds.stream().map(PeerKind::code)),
                commas(ports.stream()),
                commas(redisPorts.stream()),
                place.jdbcUrl(PeerProcess.CODE),
                place.stack().user(),
                place.stack().bootstrapServers(),
                Long.toString(place.answerMax().toMillis()));
        process.awaitReady(() -> ports.stream().allMatch(RivalServers::isReady), RivalServers.READY_MAX);
    }

    private RedisServer redis(PeerKind kind) throws IOException {
        RedisServer server = RedisServer.start(place.stack().directory(), kind == PeerKind.H2 ? "always" : "everysec");
        redis.add(server);
        return server;
    }

    private static String commas(Stream<?> values) {
        return values.map(Object::toString).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        if (process != null) {
            process.stop(STOP_MAX);
            process = null;
        }
        redis.forEach(RedisServer::close);
        redis.clear();
    }
}
