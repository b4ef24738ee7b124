package dev.hotlane.jmh.feed;

import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.lane.http.BenchReport;
import dev.hotlane.jmh.lane.http.CpuShares;
import dev.hotlane.jmh.lane.http.LaneJvms;
import dev.hotlane.jmh.lane.http.Machine;
import dev.hotlane.jmh.lane.http.SalesInTurn;
import dev.hotlane.jmh.lane.http.Work;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.load.LoadSettings;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Reservations a second on lanes with a feed and without, in turn; then how soon a reader has a change, and how fast a feed
 * catches up. In the end every unit is where the answers say, and the topics equal the log. One thread.
 */
public final class FeedBench {
    private static final long HOLD_MILLIS = 600_000;

    /** Keys of the stock begin with it; those of the buyers' limits do not. */
    static final String STOCK = "key:";

    private final List<FedLane> lanes;
    private final FeedBenchSettings settings;
    private final BenchReport report;
    private final SalesInTurn sales;
    private final Map<FedLane, Work> works = new LinkedHashMap<>();

    /** Of lanes that nothing else writes to; the first one has no feed. */
    private FeedBench(List<FedLane> lanes, FeedBenchSettings settings, PrintStream out) {
        this.lanes = List.copyOf(lanes);
        this.settings = settings;
        report = new BenchReport(out);
        sales = new SalesInTurn(lanes.stream().map(FedLane::name).toList());
        for (FedLane lane : lanes) {
            works.put(lane, Work.reservations("feed", HOLD_MILLIS));
        }
    }

    /** Starts its lanes and runs it; true if every unit is where the answers say, and MySQL and the topics equal the log. */
    public static boolean run(LaneJvms jvms, FeedBenchSettings settings, PrintStream out) throws InterruptedException {
        List<String> flags = settings.feedFlags();
        List<FedLane> lanes = new ArrayList<>();
        try {
            if (settings.compared()) {
                lanes.add(new FedLane("without a feed", jvms, flags, null));
                lanes.add(new FedLane("feed of the stock", jvms, flags, STOCK));
            }
            lanes.add(new FedLane("feed of everything", jvms, flags, ""));
            return new FeedBench(lanes, settings, out).run();
        } finally {
            lanes.forEach(FedLane::close);
        }
    }

    private boolean run() throws InterruptedException {
        report.say("machine: %s", Machine.line());
        report.say("load: reservations of new buyers, one hot stock, %,d connections", settings.connections());
        prepare();
        List<FedLane> turn = new ArrayList<>(lanes);
        for (int i = 0; i < settings.rounds(); i++) {
            turn.forEach(lane -> once(lane, settings.window(), true));
            Collections.reverse(turn);
        }
        report.table(sales.table("reservations", "with : without"));
        visible();
        catchUp();
        return check();
    }

    private void prepare() {
        for (FedLane lane : lanes) {
            lane.load().stockUp();
            lane.awaitPublished();
            lane.rest();
        }
        if (!settings.warmUp().isZero()) {
            lanes.forEach(lane -> once(lane, settings.warmUp(), false));
        }
    }

    private void once(FedLane lane, Duration time, boolean counts) {
        lane.work();
        CpuShares shares = new CpuShares(lane.pids());
        LoadResult result = lane.load()
                .run(
                        works.get(lane),
                        LoadSettings.closed(
                                lane.lane().port(),
                                settings.connections(),
                                time,
                                works.get(lane).source()));
        String cores = CpuShares.text(shares.cores());
        if (counts) {
            sales.add(lane.name(), result.okPerSecond());
        }
        long end = System.nanoTime();
        lane.awaitPublished();
        String published = lane.isFed()
                ? String.format(Locale.ROOT, "; all published %,d ms later", (System.nanoTime() - end) / 1_000_000)
                : "";
        report.say("%s: %s; cores: %s%s", lane.name(), result.summary(), cores, published);
        lane.rest();
    }

    /** On the last lane, whose feed publishes everything. */
    private void visible() {
        FedLane lane = lanes.get(lanes.size() - 1);
        lane.work();
        Histogram micros = new VisibleChanges(lane.lane()).micros(settings.probes());
        report.say(
                "write answered -> delivered by read_committed: p50 %.0f ms, p99 %.0f ms, max %.0f ms of %,d",
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                micros.getMaxValue() / 1e3,
                micros.getTotalCount());
        lane.rest();
    }

    /** While MySQL has all, so that no flush takes a core. The first times are those of code that is not compiled yet. */
    private void catchUp() throws InterruptedException {
        if (settings.commands() == 0) {
            return;
        }
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < settings.rounds(); i++) {
            double rate = caughtUp(lanes.get(lanes.size() - 1));
            rates.add(rate);
            report.say(
                    "catch-up: %,d commands in %.1f s, %,.0f/s", settings.commands(), settings.commands() / rate, rate);
        }
        report.say("catch-up, median of %d: %,.0f/s", rates.size(), Median.of(rates));
    }

    /** Commands a second. */
    private double caughtUp(FedLane lane) throws InterruptedException {
        lane.lane().fill(settings.commands(), settings.commands() / 10);
        lane.load().filled(settings.commands());
        lane.lane().awaitApplied();
        lane.lane().awaitFlushed();
        long begin = System.nanoTime();
        lane.work();
        double seconds = (System.nanoTime() - begin) / 1e9;
        lane.rest();
        return settings.commands() / seconds;
    }

    private boolean check() throws InterruptedException {
        boolean good = true;
        for (FedLane lane : lanes) {
            List<String> faults = new ArrayList<>(lane.load().check());
            report.say(
                    "%s: %,d units counted; %s",
                    lane.name(), lane.load().units(), lane.load().verify());
            faults.addAll(lane.load().faults());
            if (lane.isFed()) {
                lane.work();
                faults.addAll(lane.differences());
            }
            faults.stream().distinct().forEach(fault -> report.say("WRONG: %s: %s", lane.name(), fault));
            good &= faults.isEmpty();
        }
        return good;
    }
}
