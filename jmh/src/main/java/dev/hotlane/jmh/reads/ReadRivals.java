package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.lane.http.HttpChild;
import dev.hotlane.jmh.load.RequestSource;
import dev.hotlane.jmh.peers.streams.TopicTable;
import dev.hotlane.jmh.reads.Entrant.Target;
import dev.hotlane.jmh.servers.EtcdServer;
import dev.hotlane.jmh.servers.OpenServers;
import dev.hotlane.jmh.servers.RedisServer;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whatever else could answer the same GETs, with the same counters: each serves until {@link #close}. The CPU of a rival
 * is that of its front and of its server. One thread; blocks.
 */
final class ReadRivals implements AutoCloseable {
    private static final String TOPIC = "rivals.counters";
    private static final String ETCD = "etcd, serializable, by its JSON gateway over HTTP/1.1, behind our front";
    private static final String STREAMS = "Kafka Streams, a global table in memory, in our front";

    /** Operations that a transaction of etcd may have are 128. */
    private static final int ETCD_PUTS = 100;

    private final ReadsRun run;
    private final Path directory;
    private final OpenServers open = new OpenServers();
    private final List<Rival> rivals = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();

    /**
     * A server that takes part.
     *
     * @param wanted rate of a local GET divided by its rate
     */
    record Rival(Entrant entrant, String wanted) {}

    ReadRivals(ReadsRun run) {
        this.run = run;
        directory = run.stage().stack().directory();
    }

    /** Starts all that are installed. */
    void start() throws Exception {
        ReadsStage stage = run.stage();
        web("nginx", "nginx, a file", "0.5", WebServer.nginx(directory, stage.files()));
        web(
                "varnishd",
                "Varnish",
                "reported",
                WebServer.varnish(directory, stage.bare().port()));
        redis();
        etcd();
        streams();
    }

    List<Rival> rivals() {
        return rivals;
    }

    /** Programs that are not installed. */
    List<String> missing() {
        return missing;
    }

    private void web(String program, String name, String wanted, Optional<WebServer> found) throws IOException {
        if (found.isEmpty()) {
            missing.add(program);
            return;
        }
        open.push(found.get());
        RequestSource page = new PageReads("/" + ReadsStage.COUNTER, run.stage().file(ReadsStage.COUNTER));
        rivals.add(new Rival(new Entrant(run, found.get().target().named(name), page, 0), wanted));
    }

    private void redis() throws IOException {
        if (RedisServer.program().isEmpty()) {
            missing.add("redis-server");
            return;
        }
        RedisServer redis = RedisServer.start(directory, "no");
        open.push(redis);
        try (Socket socket = new Socket("127.0.0.1", redis.port())) {
            OutputStream out = socket.getOutputStream();
            for (Map.Entry<String, Long> one : counters(0, CounterReads.KEYS).entrySet()) {
                String set = Command.SET + " " + one.getKey() + " " + one.getValue() + "\r\n";
                out.write(set.getBytes(StandardCharsets.US_ASCII));
            }
            out.write("QUIT\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        }
        HttpChild front = front("redis-front", RedisFront.class, Integer.toString(redis.port()));
        add("Redis behind our front", "1.5", front, List.of(front.pid(), redis.pid()));
    }

    private void etcd() throws IOException, InterruptedException {
        Optional<EtcdServer> found = EtcdServer.start(directory);
        if (found.isEmpty()) {
            missing.add("etcd");
            return;
        }
        EtcdServer etcd = found.get();
        open.push(etcd);
        for (int from = 0; from < CounterReads.KEYS; from += ETCD_PUTS) {
            etcd.put(counters(from, from + ETCD_PUTS));
        }
        HttpChild front = front(
                "etcd-front",
                EtcdFront.class,
                Integer.toString(etcd.port()),
                Integer.toString(run.settings().connections()));
        add(ETCD, "reported", front, List.of(front.pid(), etcd.pid()));
    }

    private void streams() throws Exception {
        String brokers = run.stage().stack().bootstrapServers();
        TopicTable.write(brokers, TOPIC, counters(0, CounterReads.KEYS));
        HttpChild front = front(
                "streams-front",
                StreamsFront.class,
                brokers,
                TOPIC,
                directory.resolve("streams").toString());
        add(STREAMS, "reported", front, List.of(front.pid()));
    }

    private HttpChild front(String name, Class<?> main, String... words) {
        HttpChild front = run.stage().jvm(run.settings(), name, main, words);
        open.push(front);
        front.awaitReady("/");
        return front;
    }

    private void add(String name, String wanted, HttpChild front, List<Long> pids) {
        Target target = new Target(name, front.port(), pids);
        rivals.add(new Rival(new Entrant(run, target, CounterReads.local(), 0), wanted));
    }

    /** Counters that are read, from the first number to below the second, each with the value 1. */
    private static Map<String, Long> counters(int from, int to) {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (int i = from; i < to; i++) {
            counters.put(String.format("key:%016d", i), 1L);
        }
        return counters;
    }

    @Override
    public void close() {
        open.close();
    }
}
