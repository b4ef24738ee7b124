package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.compare.RedisServer;
import dev.hotlane.jmh.lane.http.HttpChild;
import dev.hotlane.jmh.load.RequestSource;
import dev.hotlane.jmh.reads.Entrant.Target;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The same GET from nginx, Varnish and Redis, in turn with the view's; those that are not installed are named. */
final class RivalsSection implements ReadsSection {
    private static final String NOT_DONE = "etcd, serializable; Kafka Streams store behind our front";

    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        ReadsStage stage = run.stage();
        Deque<AutoCloseable> open = new ArrayDeque<>();
        try {
            Entrant local = new Entrant(run, stage.node().named("local GET"), CounterReads.local(), 0);
            RequestSource page = new PageReads("/" + ReadsStage.COUNTER, stage.file(ReadsStage.COUNTER));
            List<Entrant> rivals = new ArrayList<>();
            List<String> wanted = new ArrayList<>();
            Optional<WebServer> nginx = WebServer.nginx(stage.stack().directory(), stage.files());
            nginx.ifPresent(server -> {
                open.push(server);
                rivals.add(new Entrant(run, server.target().named("nginx, a file"), page, 0));
                wanted.add("0.5");
            });
            Optional<WebServer> varnish =
                    WebServer.varnish(stage.stack().directory(), stage.bare().port());
            varnish.ifPresent(server -> {
                open.push(server);
                rivals.add(new Entrant(run, server.target(), page, 0));
                wanted.add("reported");
            });
            if (RedisServer.program().isPresent()) {
                rivals.add(redis(run, open));
                wanted.add("1.5");
            }
            measure(run, local, rivals);
            for (int i = 0; i < rivals.size(); i++) {
                Entrant rival = rivals.get(i);
                table.row(
                        "local GET : " + rival.measured().name(),
                        wanted.get(i),
                        local.text(),
                        rival.text(),
                        FigureTable.text("%.2f", local.rateTo(rival)));
            }
            missing(table, "nginx", nginx.isEmpty());
            missing(table, "varnishd", varnish.isEmpty());
            missing(table, "redis-server", RedisServer.program().isEmpty());
            table.row("local GET : " + NOT_DONE, "reported", "not done");
        } finally {
            while (!open.isEmpty()) {
                open.pop().close();
            }
        }
    }

    private static void measure(ReadsRun run, Entrant local, List<Entrant> rivals) throws Exception {
        local.warm(run.settings().warmUp());
        rivals.forEach(rival -> rival.warm(run.settings().warmUp().dividedBy(2)));
        List<Entrant> all = new ArrayList<>(List.of(local));
        all.addAll(rivals);
        ViewOnly.during(run, () -> run.inTurn(all.toArray(Entrant[]::new)));
    }

    /** A row that names a server which is not there. */
    static void missing(FigureTable table, String program, boolean is) {
        if (is) {
            table.row("the same from " + program, "reported", "not measured: there is no " + program + " on the PATH");
        }
    }

    /** Its CPU is the front's and the server's. */
    private static Entrant redis(ReadsRun run, Deque<AutoCloseable> open) throws IOException {
        ReadsStage stage = run.stage();
        RedisServer redis = RedisServer.start(stage.stack().directory(), "no");
        open.push(redis);
        fill(redis.port());
        HttpChild front = stage.jvm(run.settings(), "redis-front", RedisFront.class, Integer.toString(redis.port()));
        open.push(front);
        front.awaitReady("/");
        Target target = new Target("Redis behind our front", front.port(), front.pid());
        return new Entrant(run, target, CounterReads.local(), 0);
    }

    private static void fill(int port) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            OutputStream out = socket.getOutputStream();
            for (int i = 0; i < CounterReads.KEYS; i++) {
                out.write(String.format("%s key:%016d 1\r\n", Command.SET, i).getBytes(StandardCharsets.US_ASCII));
            }
            out.write("QUIT\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        }
    }
}
