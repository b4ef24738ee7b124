package dev.hotlane.jmh.feed.rivals;

import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.feed.FedLane;
import dev.hotlane.jmh.feed.front.ChangeFrontProcess;
import dev.hotlane.jmh.feed.front.ChangeFrontProcess.Rival;
import dev.hotlane.jmh.lane.http.HttpChild;
import dev.hotlane.jmh.lane.http.LaneJvms;
import dev.hotlane.jmh.lane.http.Machine;
import dev.hotlane.jmh.servers.EtcdServer;
import dev.hotlane.jmh.servers.NatsServer;
import dev.hotlane.jmh.servers.OpenServers;
import dev.hotlane.jmh.servers.RedisServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The change feed, then each rival that is installed, one after the other and each alone. Others stand behind one front
 * ({@link dev.hotlane.jmh.feed.front.ChangeFront}); all get the same writes and clients. One thread; blocks.
 */
public final class FeedRivals {
    private static final String TOPIC_BASE = "rival-";

    /** What a Kafka Streams application with exactly-once processing has by default. */
    private static final int USUAL_COMMIT_MS = 100;

    private static final int SHORT_COMMIT_MS = 5;

    private final RivalPlan plan;
    private final PrintStream out;
    private final Path directory;
    private final StringBuilder rows = new StringBuilder();
    private boolean good = true;

    private FeedRivals(RivalPlan plan, PrintStream out, Path directory) {
        this.plan = plan;
        this.out = out;
        this.directory = directory;
    }

    /** Runs it; true if ours lost and doubled no event, and each entrant's counters have what was written last. */
    public static boolean run(LaneJvms jvms, RivalPlan plan, PrintStream out) throws Exception {
        out.printf("  machine: %s%n", Machine.line());
        try (FedLane lane = new FedLane("feed", jvms, plan.jvmFlags(), "")) {
            FeedRivals rivals = new FeedRivals(plan, out, lane.lane().stack().directory());
            try {
                rivals.measure(lane);
            } finally {
                rivals.print();
            }
            return rivals.good;
        }
    }

    private void measure(FedLane lane) throws Exception {
        ours(lane);
        lane.endProcesses();
        String brokers = lane.lane().stack().bootstrapServers();
        streams(brokers, SHORT_COMMIT_MS);
        if (plan.forFigures()) {
            streams(brokers, USUAL_COMMIT_MS);
        }
        etcd();
        nats();
        redis();
    }

    private void ours(FedLane lane) {
        lane.awaitPublished();
        ChangeEntrant entrant =
                new ChangeEntrant("Hotlane, `GET /v1/changes`", lane.lane().port(), "from its id", true, lane.pids());
        ChangeFigures figures = measure(entrant);
        if (figures.missing() + figures.doubled() > 0) {
            wrong(entrant.name(), "events are missing or doubled");
        }
    }

    private void streams(String brokers, int commitMs) throws IOException {
        String name = TOPIC_BASE + commitMs;
        behindFront(
                "Kafka Streams, exactly once, commits every " + commitMs + " ms",
                "a consumer from the offset",
                Rival.STREAMS,
                0,
                brokers,
                name,
                Integer.toString(commitMs),
                directory.resolve(name).toString());
    }

    private void etcd() throws IOException {
        Optional<EtcdServer> found = EtcdServer.start(directory);
        if (found.isEmpty()) {
            missing("etcd");
            return;
        }
        try (EtcdServer etcd = found.get()) {
            behindFront(
                    "etcd, watch by its JSON gateway",
                    "a watch from the revision",
                    Rival.ETCD,
                    etcd.pid(),
                    Integer.toString(etcd.port()),
                    Integer.toString(plan.writers()));
        }
    }

    private void nats() throws IOException {
        Optional<NatsServer> found = NatsServer.start(directory);
        if (found.isEmpty()) {
            missing("nats-server");
            return;
        }
        try (NatsServer nats = found.get()) {
            behindFront(
                    "NATS, watch of a key-value bucket, history 64",
                    "a watch from the revision",
                    Rival.NATS,
                    nats.pid(),
                    Integer.toString(nats.port()));
        }
    }

    private void redis() throws IOException {
        if (RedisServer.program().isEmpty()) {
            missing("redis-server");
            return;
        }
        try (RedisServer redis = RedisServer.start(directory, "everysec")) {
            behindFront(
                    "Redis, publish and subscribe", "none", Rival.REDIS, redis.pid(), Integer.toString(redis.port()));
        }
    }

    /** @param server id of its process; 0: it has none of its own */
    private void behindFront(String name, String resume, Rival rival, long server, String... words) throws IOException {
        try (OpenServers open = new OpenServers()) {
            HttpChild front = new HttpChild(
                    "front-" + rival.name().toLowerCase(Locale.ROOT),
                    directory,
                    port -> Jvm.of(ChangeFrontProcess.class.getName(), Integer.toString(port), rival.name())
                            .flags(Jvm.WARM_UP_SOON)
                            .flags(plan.jvmFlags())
                            .words(List.of(words)));
            open.push(front);
            front.awaitReady("/");
            Map<String, Long> pids =
                    server == 0 ? Map.of("front", front.pid()) : Map.of("front", front.pid(), "server", server);
            measure(new ChangeEntrant(name, front.port(), resume, false, pids));
        }
    }

    private ChangeFigures measure(ChangeEntrant entrant) {
        try (ChangeRound round = new ChangeRound(entrant, plan)) {
            ChangeFigures figures = round.run();
            out.printf(
                    Locale.ROOT,
                    "  %s: %,d events due; cores: %s; streams that ended uncut: %d%n",
                    entrant.name(),
                    figures.due(),
                    round.cores(),
                    round.reopened());
            figures.faults().stream().distinct().forEach(fault -> wrong(entrant.name(), fault));
            row(entrant, figures);
            return figures;
        }
    }

    private void row(ChangeEntrant entrant, ChangeFigures figures) {
        rows.append(String.format(
                Locale.ROOT,
                "| %s | %,.0f (%,.0f writes) | %.1f, %.1f, %.1f ms | %s | %,d | %,d |%n",
                entrant.name(),
                figures.events(),
                figures.writes(),
                figures.delays().getValueAtPercentile(50) / 1e3,
                figures.delays().getValueAtPercentile(99) / 1e3,
                figures.delays().getMaxValue() / 1e3,
                entrant.resume(),
                figures.missing(),
                figures.doubled()));
    }

    private void missing(String program) {
        out.printf("  not measured: there is no %s on the PATH%n", program);
    }

    private void wrong(String name, String fault) {
        out.printf("  WRONG: %s: %s%n", name, fault);
        good = false;
    }

    private void print() {
        out.printf(
                Locale.ROOT,
                "%n| %d clients, %d writers | events/s, all clients | write to event at %,d writes/s: p50, p99, max |"
                        + " resumes by | missing after %d reconnects | doubled |%n|---|---|---|---|---|---|%n%s%n",
                plan.streams(),
                plan.writers(),
                plan.rate(),
                plan.reconnects(),
                rows);
    }
}
