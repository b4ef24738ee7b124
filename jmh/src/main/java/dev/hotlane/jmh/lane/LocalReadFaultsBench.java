package dev.hotlane.jmh.lane;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.LanePair;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.protocol.HeapShare;
import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * How many local reads fail while the leading node is killed again and again, and while MySQL stands still. Callers read
 * at both nodes and at a gateway that runs alone, and other callers write. A read at a node that was killed, before it
 * serves again, has no answer and is counted apart. One thread.
 */
public final class LocalReadFaultsBench {
    private static final String LANE = "hotlane";
    private static final int WRITERS = 8;
    private static final int WRITES_AFTER = 300;
    private static final int KILL_AFTER_MS_MIN = 500;
    private static final int KILL_AFTER_MS_MAX = 2_500;
    private static final Duration WAIT_MAX = Duration.ofMinutes(4);
    private static final long POLL_MS = 5;

    private final DevStack stack;
    private final int kills;
    private final Duration withoutMySql;
    private final long seed;
    private final PrintStream out;
    private final List<LocalReadLoop> loops = new ArrayList<>();
    private LanePair pair;
    private Transfers writers;
    private long failed;

    /**
     * @param withoutMySql how long MySQL stands still, after the kills
     * @param seed of the moments of the kills
     */
    public LocalReadFaultsBench(DevStack stack, int kills, Duration withoutMySql, long seed, PrintStream out) {
        this.stack = stack;
        this.kills = kills;
        this.withoutMySql = withoutMySql;
        this.seed = seed;
        this.out = out;
    }

    /** Runs it; true if no local read failed, each view shows all writes at the end, and MySQL equals the log. */
    public boolean run(List<String> jvmFlags) throws InterruptedException {
        WantedTopics topics = WantedTopics.of(LANE, 3).withView(true);
        Topics.ensure(stack.connection(), topics, 0, LaneRules.fit(seed, jvmFlags, new HeapShare(true, 0)));
        // Without a warm-up a killed node is back sooner.
        try (LanePair nodes =
                LanePair.ofNodes(stack, LANE, jvmFlags, line -> {}).with("--view", "--warm-up-max-ms=0")) {
            pair = nodes;
            nodes.start();
            nodes.awaitStandby();
            nodes.awaitServing();
            try (Gateway alone = Gateway.start(settings());
                    Transfers load = new Transfers(WRITERS, nodes.gateways())) {
                writers = load;
                return measure("http://127.0.0.1:" + alone.port());
            }
        }
    }

    private GatewaySettings settings() {
        return GatewaySettings.of(stack.bootstrapServers(), 2, 0)
                .withView(ViewSettings.usual())
                .withMySql(new MySqlSettings(stack.jdbcUrl(), stack.user(), stack.password()));
    }

    private boolean measure(String alone) throws InterruptedException {
        awaitWrites(WRITES_AFTER);
        try {
            for (LaneProcess node : pair.places()) {
                loops.add(new LocalReadLoop(node.name(), node.gateway(), Transfers.PLUS, Transfers.MINUS));
            }
            loops.add(new LocalReadLoop("alone", alone, Transfers.PLUS, Transfers.MINUS));
            awaitViews();
            loops.forEach(LocalReadLoop::take);
            killAll();
            report(kills + " kills of the leading node");
            standStill();
            report(withoutMySql.toSeconds() + " s without MySQL");
            loops.forEach(loop -> loop.faults().forEach(fault -> out.println("  " + fault)));
            return compare() && failed == 0;
        } finally {
            loops.forEach(LocalReadLoop::close);
        }
    }

    private void killAll() throws InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int kill = 0; kill < kills; kill++) {
            pair.awaitStandby();
            pair.awaitServing();
            loops.forEach(LocalReadLoop::up);
            awaitViews();
            awaitWrites(WRITES_AFTER);
            Thread.sleep(random.nextInt(KILL_AFTER_MS_MIN, KILL_AFTER_MS_MAX));
            LaneProcess leader = pair.awaitLeader();
            loops.get(pair.places().indexOf(leader)).down();
            leader.kill9();
            pair.awaitLeader();
            awaitWrites(WRITES_AFTER);
        }
        pair.awaitStandby();
        pair.awaitServing();
        loops.forEach(LocalReadLoop::up);
        awaitViews();
    }

    private void standStill() throws InterruptedException {
        stack.mysql().suspend();
        try {
            TimeUnit.MILLISECONDS.sleep(withoutMySql.toMillis());
            awaitWrites(WRITES_AFTER);
            awaitPlus("a view that goes on", writers.done() - WRITES_AFTER);
        } finally {
            stack.mysql().resume();
        }
    }

    private void report(String what) {
        out.printf("  %s, %,d transfers so far%n", what, writers.done());
        out.printf(
                "    %-8s %10s %10s %10s %8s %12s %12s%n",
                "", "reads", "view", "lane", "failed", "node down", "oldest");
        LocalReadLoop.ReadCounts all = new LocalReadLoop.ReadCounts(0, 0, 0, 0, 0);
        for (LocalReadLoop loop : loops) {
            LocalReadLoop.ReadCounts counts = loop.take();
            all = all.plus(counts);
            row(loop.name(), counts);
        }
        row("all", all);
        failed += all.failed();
    }

    private void row(String name, LocalReadLoop.ReadCounts counts) {
        out.printf(
                "    %-8s %,10d %,10d %,10d %,8d %,12d %,9d ms%n",
                name,
                counts.reads(),
                counts.fromView(),
                counts.fromLane(),
                counts.failed(),
                counts.whileDown(),
                counts.oldestMs());
    }

    private void awaitViews() throws InterruptedException {
        await("views that answer", () -> loops.stream().allMatch(LocalReadLoop::isViewed));
    }

    private void awaitWrites(int more) throws InterruptedException {
        long wanted = writers.done() + more;
        await("transfers", () -> writers.done() >= wanted);
    }

    private void awaitPlus(String what, long value) throws InterruptedException {
        await(what, () -> loops.stream().allMatch(loop -> loop.plus() >= value));
    }

    private static void await(String what, BooleanSupplier so) throws InterruptedException {
        long deadline = System.nanoTime() + WAIT_MAX.toNanos();
        while (!so.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("waited " + WAIT_MAX.toSeconds() + " s in vain for " + what);
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    private boolean compare() throws InterruptedException {
        long done = writers.stop();
        awaitPlus("all transfers in each view", done);
        boolean equal = loops.stream().allMatch(loop -> loop.plus() == done);
        out.printf("  %,d transfers acknowledged, each view shows %s%n", done, equal ? "all" : "another number");
        long applied = positions().getLong("applied");
        await("MySQL", () -> positions().getLong("flushed", -1L) >= applied);
        Verification verification = Verifier.run(
                stack.connection(), LANE, Verifier.database(stack.jdbcUrl(), stack.user(), stack.password()));
        out.println("  " + verification.summary());
        return equal && verification.equal();
    }

    private JsonObject positions() {
        String status = pair.awaitLeader().status();
        return status == null ? new JsonObject().put("applied", 0L) : new JsonObject(status).getJsonObject("offsets");
    }
}
