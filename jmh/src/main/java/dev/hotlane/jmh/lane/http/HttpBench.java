package dev.hotlane.jmh.lane.http;

import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.lane.http.HttpBenchSettings.Shape;
import dev.hotlane.jmh.load.HttpLoad;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.load.LoadSettings;
import dev.hotlane.jmh.load.SaturationSearch;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The whole lane over HTTP: closed loop, saturation, fixed rates; in the end the books must balance. The runs of one kind
 * are not one after the other but once around, so that a slow minute of the machine meets all alike. One thread.
 */
public final class HttpBench {
    private static final int SEARCH_STEPS = 5;

    /** Broker, processor and gateway, or broker and node: a share of the time each. */
    private static final int LANE_JVMS = 3;

    /** Beyond that a caller would not call it kept up with. */
    private static final double SEARCH_MILLIS_MAX = 100;

    private final BenchLane lane;
    private final HttpBenchSettings settings;
    private final BenchReport report;
    private final LaneLoad load;
    private final Work work;
    private final List<Measured> measured = new ArrayList<>();
    private final List<Measured> bare = new ArrayList<>();
    private final String name;
    private Echo echo;
    private double saturated;

    /** On a lane of its own. */
    public HttpBench(BenchLane lane, HttpBenchSettings settings, PrintStream out) {
        this(lane, settings, "", out);
    }

    /** The same with a name for its lane, which its lines begin with; empty for none. */
    public HttpBench(BenchLane lane, HttpBenchSettings settings, String name, PrintStream out) {
        this.lane = lane;
        this.settings = settings;
        this.name = name;
        report = new BenchReport(out, name);
        load = new LaneLoad(lane);
        work = settings.work("http");
    }

    /** Runs it; true if every unit is where the answers say and MySQL equals the log. */
    public boolean run() throws InterruptedException {
        return inTurn(List.of(this));
    }

    /**
     * Runs some side by side, each on a lane of its own: every round has one run of each, in every second round the last
     * one first. True if all books balance.
     */
    public static boolean inTurn(List<HttpBench> benches) throws InterruptedException {
        List<HttpBench> turn = new ArrayList<>(benches);
        try {
            for (HttpBench bench : benches) {
                bench.prepare();
            }
            for (int i = 0; i < benches.get(0).settings.repeats(); i++) {
                turn.forEach(HttpBench::round);
                Collections.reverse(turn);
            }
        } finally {
            benches.forEach(HttpBench::end);
        }
        boolean good = true;
        for (HttpBench bench : benches) {
            good &= bench.conclude();
        }
        benches.subList(1, benches.size()).forEach(bench -> bench.compare(benches.get(0)));
        return good;
    }

    private void prepare() {
        report.say("machine: %s", Machine.line());
        report.say("load: %s over %,d keys, %,d connections", work.name(), settings.keys(), settings.connections());
        if (settings.shape() == Shape.RESERVE) {
            load.stockUp();
        }
        if (settings.keys() > 1) {
            lane.fill(settings.keys(), settings.keys());
            load.filled(settings.keys());
        }
        warmUp();
        saturate();
        if (settings.closed()) {
            measured.add(new Measured("closed loop", 0, work.commands()));
        }
        for (String rate : settings.rates()) {
            double number = HttpBenchSettings.rate(rate, saturated);
            String offered = String.format(Locale.ROOT, "%,.0f/s offered", number);
            measured.add(new Measured(rate.endsWith("%") ? offered + ", " + rate : offered, number, work.commands()));
        }
        echo = settings.echo()
                ? new Echo(measured.stream().filter(one -> one.offered() > 0).toList())
                : null;
    }

    private void round() {
        measured.forEach(this::once);
        if (echo != null) {
            echo.once();
        }
    }

    private void end() {
        if (echo != null) {
            echo.close();
        }
    }

    /** The medians of the ratios of two runs of a round: one of this lane to one of the other. */
    private void compare(HttpBench other) {
        for (int i = 0; i < measured.size(); i++) {
            List<LoadResult> own = measured.get(i).runs();
            List<LoadResult> others = other.measured.get(i).runs();
            double[] ratios = IntStream.range(0, own.size())
                    .mapToDouble(
                            run -> own.get(run).okPerSecond() / others.get(run).okPerSecond())
                    .sorted()
                    .toArray();
            report.say(
                    "%s, %s : %s = %.3f (%.3f to %.3f)",
                    measured.get(i).name(), name, other.name, Median.of(ratios), ratios[0], ratios[ratios.length - 1]);
        }
    }

    private void warmUp() {
        if (!settings.warmUp().isZero()) {
            LoadResult warm = load.run(work, settings(settings.warmUp()));
            report.say("warm-up: %s", warm.summary());
        }
    }

    private void saturate() {
        if (!settings.needsSaturation()) {
            return;
        }
        double closed = load.run(work, settings(settings.duration())).okPerSecond();
        saturated = SaturationSearch.find(closed, SEARCH_STEPS, SEARCH_MILLIS_MAX, rate -> {
            LoadResult result = load.run(work, settings(settings.duration()).withRate(rate));
            report.say("search: %,.0f/s offered: %s", rate, result.summary());
            return result;
        });
        report.say("saturation: %,.0f/s kept up with; the closed loop reached %,.0f/s", saturated, closed);
        if (saturated == 0) {
            throw new IllegalStateException(
                    "no rate down to 0.4 of the closed loop's was kept up with: is the lane warm"
                            + " (--warmup) and the machine idle?");
        }
    }

    private void once(Measured one) {
        CpuShares shares = CpuShares.of(lane);
        LoadResult result = load.run(work, settings(settings.duration()).withRate(one.offered()));
        one.runs().add(result);
        report.say("%s: %s; cores: %s", one.name(), result.summary(), CpuShares.text(shares.cores()));
    }

    /**
     * The same requests at the same rates, to a server that does nothing but HTTP, warmed up as long as each of the lane's
     * JVMs: what the machine, the generator and HTTP take of any figure.
     */
    private final class Echo implements AutoCloseable {
        private static final String NAME = ", bare Vert.x echo";

        private final Work adds = Work.adds("echo", 1, 1);
        private final HttpChild server = new HttpChild(
                "echo", lane.stack().directory(), Jvm.SELDOM_STOPPED, EchoServer.class.getName(), List.of("PORT"));

        Echo(List<Measured> open) {
            bare.add(new Measured("closed loop" + NAME, 0, 1));
            open.forEach(one -> bare.add(new Measured(one.name() + NAME, one.offered(), 1)));
            server.awaitReady("/");
            if (!settings.warmUp().isZero()) {
                load(settings.warmUp().dividedBy(LANE_JVMS), 0);
            }
        }

        void once() {
            for (Measured one : bare) {
                LoadResult result = load(settings.duration(), one.offered());
                one.runs().add(result);
                report.say("%s: %s", one.name(), result.summary());
            }
        }

        private LoadResult load(Duration duration, double rate) {
            return HttpLoad.run(LoadSettings.closed(server.port(), settings.connections(), duration, adds.source())
                    .withRate(rate));
        }

        @Override
        public void close() {
            server.close();
        }
    }

    private boolean conclude() throws InterruptedException {
        report.table(Measured.table(Stream.concat(measured.stream(), bare.stream())));
        return report.end(load, List.of());
    }

    private LoadSettings settings(Duration duration) {
        return LoadSettings.closed(lane.port(), settings.connections(), duration, work.source());
    }

    /** What was measured of the lane, in the order of the table. */
    public List<Measured> measured() {
        return measured;
    }

    /** What was measured of the bare echo, in the order of the table. */
    public List<Measured> bare() {
        return bare;
    }

    /** Units that the answers say are in the counters. */
    public long units() {
        return load.units();
    }

    /** The highest rate that was kept up with; 0 if none was searched for. */
    public double saturated() {
        return saturated;
    }
}
