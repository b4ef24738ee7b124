package dev.hotlane.jmh.lane;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneStatus;
import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.LanePair;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.protocol.HeapShare;
import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How long callers hear nothing when the leader is killed and a standby takes over: kills the leader again and again
 * under load, and in the end holds every counter against what was acknowledged, and MySQL against the log. One thread.
 */
public final class TakeOverBench {
    private static final String LANE = "hotlane";
    private static final int CALLERS = 32;

    /** So many answers before and after a kill: the first ones after it may still be the old leader's. */
    private static final int ANSWERS_AFTER = 10 * CALLERS;

    private static final long POLL_MILLIS = 5;
    private static final int KILL_AFTER_MS_MIN = 500;
    private static final int KILL_AFTER_MS_MAX = 2_500;

    private final DevStack stack;
    private final int kills;
    private final boolean nodes;
    private final long seed;
    private final PrintStream out;
    private final long[] gapMillis;
    private long falseTakeOvers;

    /**
     * @param nodes two nodes, whose callers use both gateways; else two processors and one gateway that is not killed
     * @param seed of the moments and the calls' keys
     */
    public TakeOverBench(DevStack stack, int kills, boolean nodes, long seed, PrintStream out) {
        this.stack = stack;
        this.kills = kills;
        this.nodes = nodes;
        this.seed = seed;
        this.out = out;
        gapMillis = new long[kills];
    }

    /** Runs it; true if nothing acknowledged was lost, nothing ran twice and MySQL equals the log. */
    public boolean run(List<String> jvmFlags) throws InterruptedException {
        Topics.ensure(stack.connection(), LANE, nodes ? 2 : 1, LaneRules.fit(seed, jvmFlags, HeapShare.OF_A_PROCESSOR));
        return nodes ? onNodes(jvmFlags) : onProcessors(jvmFlags);
    }

    private boolean onNodes(List<String> jvmFlags) throws InterruptedException {
        try (LanePair pair = LanePair.ofNodes(stack, LANE, jvmFlags, line -> {})) {
            pair.start();
            pair.awaitStandby();
            return measure(pair, pair.gateways());
        }
    }

    private boolean onProcessors(List<String> jvmFlags) throws InterruptedException {
        try (LanePair pair = LanePair.of(stack, LANE, jvmFlags, line -> {})) {
            pair.start();
            pair.awaitStandby();
            try (Gateway gateway = Gateway.start(GatewaySettings.of(stack.bootstrapServers(), 0, 0))) {
                return measure(pair, List.of("http://127.0.0.1:" + gateway.port()));
            }
        }
    }

    private boolean measure(LanePair pair, List<String> gateways) throws InterruptedException {
        try (SteadyCallers callers = new SteadyCallers(CALLERS, gateways, seed)) {
            row("load average at the start", "%.1f", load());
            callers.start();
            long begin = System.nanoTime();
            killAll(pair, callers);
            long[] acknowledged = callers.stop();
            report(callers, (System.nanoTime() - begin) / 1e9);
            return compare(gateways, acknowledged);
        }
    }

    private void killAll(LanePair pair, SteadyCallers callers) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int kill = 0; kill < kills; kill++) {
            pair.awaitStandby();
            if (nodes) {
                // A node that warms up opens no port: without this, a kill would find no gateway at all.
                pair.awaitServing();
            }
            awaitAnswers(callers, callers.oks() + ANSWERS_AFTER);
            Thread.sleep(random.nextInt(KILL_AFTER_MS_MIN, KILL_AFTER_MS_MAX));
            LaneProcess leader = pair.awaitLeader();
            falseTakeOvers += falseTakeOvers(leader);
            callers.watch();
            leader.kill9();
            LaneProcess next = pair.awaitLeader();
            awaitAnswers(callers, callers.oks() + ANSWERS_AFTER);
            gapMillis[kill] = callers.longestGapNanos() / 1_000_000;
            row("kill " + (kill + 1), "%,d ms without an answer, then %s", gapMillis[kill], next.name());
        }
    }

    private static void awaitAnswers(SteadyCallers callers, long wanted) throws InterruptedException {
        while (callers.oks() < wanted) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static long falseTakeOvers(LaneProcess leader) {
        String status = leader.status();
        return status == null
                ? 0
                : new JsonObject(status).getJsonObject("takeOvers").getLong("false");
    }

    private void report(SteadyCallers callers, double seconds) {
        long[] sorted = gapMillis.clone();
        Arrays.sort(sorted);
        row(
                "last answer before to first after",
                "p50 %,d ms, p99 %,d ms, max %,d ms of %d kills",
                percentile(sorted, 50),
                percentile(sorted, 99),
                sorted[kills - 1],
                kills);
        row("false take-overs", "%d", falseTakeOvers);
        row(
                "increments acknowledged",
                "%,d in %.0f s, all outages included, %,d attempts that told no outcome",
                callers.oks(),
                seconds,
                callers.unanswered());
        row("load average at the end", "%.1f", load());
    }

    /** The smallest value that is not exceeded by that percentage of all. */
    private static long percentile(long[] sorted, int percent) {
        return sorted[Math.max(0, (sorted.length * percent + 99) / 100 - 1)];
    }

    private boolean compare(List<String> gateways, long[] acknowledged) throws InterruptedException {
        try (LaneClient client = LaneClient.connect(SteadyCallers.settings(gateways))) {
            long lost = 0;
            long twice = 0;
            for (int caller = 0; caller < acknowledged.length; caller++) {
                long value = done(client.counters().get(SteadyCallers.counter(caller)))
                        .value();
                lost += Math.max(0, acknowledged[caller] - value);
                twice += Math.max(0, value - acknowledged[caller]);
            }
            row("acknowledged and lost", "%d", lost);
            row("run twice", "%d", twice);
            awaitFlushed(client);
            Verification verification = Verifier.run(
                    stack.connection(), LANE, Verifier.database(stack.jdbcUrl(), stack.user(), stack.password()));
            out.println("  " + verification.summary());
            return lost == 0 && twice == 0 && verification.equal();
        }
    }

    private static void awaitFlushed(LaneClient client) throws InterruptedException {
        long applied = positions(client).applied();
        while (positions(client).flushed() < applied) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static LaneStatus.Positions positions(LaneClient client) {
        return done(client.status()).lane().orElseThrow().positions();
    }

    private static <T> T done(LaneCall<T> call) {
        CallOutcome<T> outcome = call.send();
        if (outcome instanceof Done<T> done) {
            return done.value();
        }
        throw new IllegalStateException("the gateway does not answer: " + outcome);
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private void row(String what, String format, Object... values) {
        out.printf("  %-34s %s%n", what, String.format(format, values));
    }
}
