package dev.hotlane.jmh.feed.front;

import dev.hotlane.gateway.settings.SocketTransport;
import dev.hotlane.jmh.peers.streams.ExactOutput;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;

/** A front of one rival: a JVM of its own, until it is killed. One event loop, with a gateway's sockets and options. */
public final class ChangeFrontProcess {
    private ChangeFrontProcess() {}

    /** What is behind the front; its arguments, after the port and its name, stand beside each. */
    public enum Rival {
        /** Port of the etcd, most connections of calls. */
        ETCD,
        /** Port of the NATS server. */
        NATS,
        /** Port of the Redis. */
        REDIS,
        /** Brokers, name of the application, its commit interval in ms, a directory. */
        STREAMS;

        private ChangeStore open(Vertx vertx, String[] args) throws Exception {
            return switch (this) {
                case ETCD -> new EtcdChanges(vertx, Integer.parseInt(args[2]), Integer.parseInt(args[3]));
                case NATS -> NatsChanges.open(vertx, Integer.parseInt(args[2]));
                case REDIS -> RedisChanges.open(vertx, Integer.parseInt(args[2]));
                case STREAMS ->
                    new StreamsChanges(
                            vertx, ExactOutput.open(args[2], args[3], Integer.parseInt(args[4]), Path.of(args[5])));
            };
        }
    }

    /** Serves on that port of the loopback address. */
    public static void main(String[] args) throws Exception {
        Vertx vertx = SocketTransport.best().vertx(new VertxOptions().setEventLoopPoolSize(1));
        ChangeStore store = Rival.valueOf(args[1]).open(vertx, args);
        ChangeFront.serve(vertx, Integer.parseInt(args[0]), store);
    }
}
