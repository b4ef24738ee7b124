package dev.hotlane.jmh.compare;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.jmh.peers.PeerKind;
import dev.hotlane.jmh.peers.PeerProcess;
import java.io.IOException;
import java.time.Duration;

/** A peer behind its front, in a JVM of its own. */
final class PeerContestant implements Contestant {
    private static final Duration STOP_MAX = Duration.ofSeconds(15);

    private final PeerKind kind;
    private final Place place;
    private final int port;
    private RedisServer redis;
    private ChildProcess process;

    PeerContestant(PeerKind kind, Place place) throws IOException {
        this.kind = kind;
        this.place = place;
        port = Http.freePort();
    }

    @Override
    public String code() {
        return kind.code();
    }

    @Override
    public String title() {
        return kind.title();
    }

    @Override
    public boolean isIdempotent() {
        return kind.isIdempotent();
    }

    @Override
    public boolean sellsOut() {
        return !kind.code().startsWith("g");
    }

    @Override
    public void start() throws IOException {
        if (kind.store() == PeerKind.Store.REDIS) {
            redis = RedisServer.start(place.stack().directory(), kind == PeerKind.H2 ? "always" : "everysec");
        }
        process = place.jvm(
                "peer-" + code(),
                PeerProcess.class.getName(),
                code(),
                Integer.toString(port),
                kind.store() == PeerKind.Store.MYSQL ? place.database(code()) : "",
                place.stack().user(),
                place.stack().bootstrapServers(),
                Integer.toString(redis == null ? 0 : redis.port()),
                Long.toString(place.answerMax().toMillis()));
        process.awaitReady(() -> Http.isReady(port), Place.READY_MAX);
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void close() {
        if (process != null) {
            process.stop(STOP_MAX);
        }
        if (redis != null) {
            redis.close();
        }
    }
}
