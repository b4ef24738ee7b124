package dev.hotlane.jmh.lane.callers;

import dev.hotlane.client.BatcherSettings;
import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchReport;
import dev.hotlane.jmh.lane.http.CpuShares;
import dev.hotlane.jmh.lane.http.Machine;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Sales a second of one hot counter by many threads of this JVM, in turn of each stock, so that a slow minute of the machine
 * meets all alike. In the end each counter must be short of the units sold. One thread, and those of the callers.
 */
public final class CallersBench {
    /** Units that are there to sell. */
    static final long STOCK = 1_000_000_000_000L;

    private final CallersSettings settings;
    private final BenchReport report;
    private final Map<HotStock, Run> runs = new LinkedHashMap<>();

    private static final class Run {
        final List<Double> rates = new ArrayList<>();
        final List<String> faults = new ArrayList<>();
        long sold;

        /** The median of the windows; the first is the warm-up. */
        double median() {
            return Median.of(rates.subList(1, rates.size()));
        }
    }

    /** On a lane of its own. */
    public CallersBench(BenchLane lane, BatcherSettings batcher, CallersSettings settings, PrintStream out) {
        this.settings = settings;
        report = new BenchReport(out);
        runs.put(new LaneStock(lane, batcher, STOCK), new Run());
    }

    /** Measures in turn with a Redis of its own, whose files are in that lane's directory. */
    public void besideRedis(BenchLane lane) {
        runs.put(new RedisStock(lane.stack().directory(), STOCK), new Run());
    }

    /** Runs it; true if each counter is short of exactly the units sold, and MySQL equals the log. */
    public boolean run() throws InterruptedException {
        report.say("machine: %s", Machine.line());
        report.say("load: %d threads, %d calls under way of each, one hot key", settings.threads(), settings.depth());
        for (HotStock stock : runs.keySet()) {
            report.say("warm-up: %s", window(stock, settings.warmUp()));
        }
        for (int i = 0; i < settings.repeats(); i++) {
            for (HotStock stock : runs.keySet()) {
                report.say("%s", window(stock, settings.window()));
            }
        }
        runs.forEach((stock, run) -> report.say("%s: median %,.0f sales/s", stock.name(), run.median()));
        List<Run> all = List.copyOf(runs.values());
        if (all.size() > 1) {
            report.say(
                    "ratio of medians: %.2f", all.get(0).median() / all.get(1).median());
        }
        return report.end(check());
    }

    /** Compares each counter with the units sold; gives what is wrong. */
    public List<String> check() throws InterruptedException {
        List<String> faults = new ArrayList<>();
        for (Map.Entry<HotStock, Run> one : runs.entrySet()) {
            List<String> found = new ArrayList<>(one.getValue().faults);
            found.addAll(one.getKey().check(one.getValue().sold));
            found.forEach(fault -> faults.add(one.getKey().name() + ": " + fault));
            report.say(
                    "%s: %,d units sold, %s",
                    one.getKey().name(), one.getValue().sold, found.isEmpty() ? "all found" : "");
        }
        return faults;
    }

    private String window(HotStock stock, Duration time) throws InterruptedException {
        Run run = runs.get(stock);
        Map<String, Long> pids = new LinkedHashMap<>();
        pids.put("generator", ProcessHandle.current().pid());
        pids.putAll(stock.pids());
        StockCallers callers = new StockCallers(stock, settings.threads(), settings.depth());
        CpuShares shares = new CpuShares(pids);
        long before = callers.sold();
        long begin = System.nanoTime();
        Thread.sleep(time.toMillis());
        double rate = (callers.sold() - before) / ((System.nanoTime() - begin) / 1e9);
        Map<String, Double> cores = shares.cores();
        callers.stop();
        run.rates.add(rate);
        run.sold += callers.sold();
        if (callers.fault() != null) {
            run.faults.add(callers.fault());
        }
        Histogram micros = callers.micros();
        return String.format(
                Locale.ROOT,
                "%s: %,.0f sales/s, p50 %.1f ms, p99 %.1f ms; cores: %s",
                stock.name(),
                rate,
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                CpuShares.text(cores));
    }

    /** Closes its clients, and its Redis; the lane stays. */
    public void close() {
        runs.keySet().forEach(HotStock::close);
    }
}
