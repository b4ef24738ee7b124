package dev.hotlane.infra.demo;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.LanePair;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.protocol.HeapShare;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The course of the demo: opens a deal on a running stack, starts all buyers at once, kills the leading node halfway so
 * that the standby takes over. At the end it proves that every unit was sold once and every call has an outcome. One
 * thread; buyers have the thread {@code buyers}.
 */
public final class Demo {
    private static final String LANE = "hotlane";
    private static final int GATEWAYS = 2;
    private static final List<String> HEAP = List.of("-Xmx768m");

    /** Longer than a recovery, so that most buyers who pay in an outage still have their unit. */
    private static final long TTL_MS = 6_000;

    private static final Duration FLUSH_MAX = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 50;

    private final DevStack stack;
    private final Deal deal;
    private final long seed;
    private final PrintStream out;
    private final boolean terminal;
    private final Path plot;

    /**
     * @param seed of ids and payment times, so that a run can be repeated
     * @param plot file of the picture of the sale; null for none
     */
    public Demo(DevStack stack, int buyers, long seed, PrintStream out, boolean terminal, Path plot) {
        this.stack = stack;
        this.deal = new Deal(100, 1, buyers, 256, 10, TTL_MS);
        this.seed = seed;
        this.out = out;
        this.terminal = terminal;
        this.plot = plot;
    }

    /** Runs it; returns true only if every claim holds. */
    public boolean run() throws InterruptedException {
        WantedTopics topics = WantedTopics.of(LANE, GATEWAYS).withView(true);
        Topics.ensure(stack.connection(), topics, 0, LaneRules.fit(seed, HEAP, new HeapShare(true, 0)));
        DemoProgress progress = new DemoProgress(out, terminal, deal.buyers());
        try (LanePair pair = LanePair.ofNodes(stack, LANE, HEAP, progress::say).with("--view")) {
            pair.start();
            pair.awaitStandby();
            pair.awaitServing();
            try (Shop shop = new Shop(pair.gateways())) {
                return sell(shop, pair, progress);
            }
        }
    }

    private boolean sell(Shop shop, LanePair pair, DemoProgress progress) throws InterruptedException {
        shop.stockUp(Deal.STOCK, deal.units());
        out.printf(
                "%n  %,d units, %d per buyer, %,d buyers, %d at a time, seed %d%n",
                deal.units(), deal.limitPerBuyer(), deal.buyers(), deal.atOnce(), seed);
        DemoOutcomes outcomes = new DemoOutcomes();
        long startMillis = System.currentTimeMillis();
        long start = System.nanoTime();
        rush(outcomes, pair, progress);
        double seconds = (System.nanoTime() - start) / 1e9;
        DemoReport report = new DemoReport(out);
        out.println();
        outcomes.writeTo(report, deal, shop.counter(Deal.STOCK), seconds);
        report.row("the killed one", "runs again as " + pair.awaitStandby().name() + ", the standby");
        Verification verification = verifyOnceFlushed(shop);
        report.verified(verification.equal(), verification.summary());
        verification.differences().forEach(difference -> out.println("    " + difference));
        if (plot != null) {
            draw(outcomes, startMillis);
        }
        return report.isGood();
    }

    private void draw(DemoOutcomes outcomes, long startMillis) {
        SalePlot sale = new SalePlot(startMillis).read(stack.connection(), LANE);
        if (sale.confirmedUnits() != outcomes.sold()) {
            throw new IllegalStateException("the log has " + sale.confirmedUnits() + " confirmed units and the buyers "
                    + outcomes.sold() + ": the picture would be wrong");
        }
        try {
            Files.writeString(plot, sale.svg(deal, outcomes.killedMillis(), outcomes.times()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void rush(DemoOutcomes outcomes, LanePair pair, DemoProgress progress) {
        CompletableFuture<Void> killed = new CompletableFuture<>();
        Buyers buyers = new Buyers(deal, outcomes, seed, count -> {
            progress.at(count);
            if (count == deal.buyers() / 2) {
                outcomes.killed();
                progress.say("kill -9 of the leader");
                killed.completeAsync(() -> kill(pair));
            }
        });
        buyers.rush(pair.gateways());
        killed.join();
    }

    private static Void kill(LanePair pair) {
        pair.awaitLeader().kill9();
        return null;
    }

    /** Waits until MySQL holds all applied records, then verifies. */
    private Verification verifyOnceFlushed(Shop shop) throws InterruptedException {
        long applied = shop.positions().applied();
        long deadline = System.nanoTime() + FLUSH_MAX.toNanos();
        while (shop.positions().flushed() < applied) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("MySQL did not follow within " + FLUSH_MAX.toSeconds()
                        + " s: see node-a.log and node-b.log in " + stack.directory());
            }
            Thread.sleep(POLL_MILLIS);
        }
        return Verifier.run(
                stack.connection(), LANE, Verifier.database(stack.jdbcUrl(), stack.user(), stack.password()));
    }
}
