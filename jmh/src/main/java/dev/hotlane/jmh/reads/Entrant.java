package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.lane.http.Measured;
import dev.hotlane.jmh.load.HttpLoad;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.load.LoadSettings;
import dev.hotlane.jmh.load.RequestSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One server under one kind of load, measured in turn with others. One thread. */
final class Entrant {
    private final ReadsRun run;
    private final Target target;
    private final RequestSource source;
    private final double rate;
    private final Measured measured;
    private final List<Double> cpuMicros = new ArrayList<>();

    /**
     * A server by name.
     *
     * @param port on the loopback address
     * @param pids of the processes whose CPU counts, their children's included
     * @param before called before each load
     */
    record Target(String name, int port, List<Long> pids, Runnable before) {
        Target(String name, int port, List<Long> pids) {
            this(name, port, pids, () -> {});
        }

        Target named(String other) {
            return new Target(other, port, pids, before);
        }
    }

    /** @param rate requests a second; 0 for the closed loop */
    Entrant(ReadsRun run, Target target, RequestSource source, double rate) {
        this.run = run;
        this.target = target;
        this.source = source;
        this.rate = rate;
        measured = new Measured(target.name(), rate, 1, new ArrayList<>());
    }

    /** Loads without measuring. */
    Entrant warm(Duration time) {
        if (!time.isZero()) {
            load(time, 0);
        }
        return this;
    }

    /** Measures once. */
    void once() {
        CpuTime cpu = new CpuTime(target.pids());
        LoadResult result = load(run.settings().duration(), rate);
        double micros = cpu.micros();
        measured.runs().add(result);
        cpuMicros.add(micros / Math.max(1, result.all().ok()));
        run.say("%s: %s; CPU %.1f us", target.name(), result.summary(), cpuMicros.get(cpuMicros.size() - 1));
    }

    private LoadResult load(Duration time, double perSecond) {
        target.before().run();
        LoadResult result =
                HttpLoad.run(LoadSettings.closed(target.port(), run.settings().connections(), time, source)
                        .withRate(perSecond)
                        .withRequests(run.nextRequest(), Long.MAX_VALUE));
        run.sent(result.sent());
        if (result.all().total() != result.all().ok()) {
            run.fault(target.name() + ": " + result.all() + " " + result.statuses() + " " + result.fault());
        }
        return result;
    }

    Measured measured() {
        return measured;
    }

    /** CPU of its process for a request, in microseconds: the median of the runs. */
    double cpu() {
        return Median.of(cpuMicros);
    }

    /** Its rate as part of the other's, each time around; the median. */
    double rateTo(Entrant other) {
        return Median.of(IntStream.range(0, measured.runs().size())
                .mapToDouble(i -> okPerSecond(i) / other.okPerSecond(i))
                .toArray());
    }

    private double okPerSecond(int i) {
        return measured.runs().get(i).okPerSecond();
    }

    /** Rate, percentiles and CPU for a table. */
    String text() {
        double[] rates = measured.runs().stream()
                .mapToDouble(LoadResult::okPerSecond)
                .sorted()
                .toArray();
        return FigureTable.text(
                "%s %,.0f/s (%,.0f to %,.0f), p50 %.2f ms, p90 %.2f, p99 %.2f, CPU %.1f us",
                target.name(),
                measured.rate(),
                rates[0],
                rates[rates.length - 1],
                measured.millis(50),
                measured.millis(90),
                measured.millis(99),
                cpu());
    }
}
