package dev.hotlane.jmh.lane.http;

import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.load.LoadSettings;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What clients that do not take their answers cost everybody else: latencies of adds at a fixed rate, in turn without such
 * clients, while they open their connections to an idle server and then to the gateway, and while they stand still. The
 * idle server shows what the clients cost the machine that they share with the lane. One thread.
 */
public final class HostileBench {
    private static final Duration SETTLE_MAX = Duration.ofSeconds(120);
    private static final long LOOK_MS = 500;

    /** A client that stands still sends no more than that a second: the kernel's windows move a little. */
    private static final int STILL_BYTES = 64;

    private final BenchLane lane;
    private final HostileBenchSettings settings;
    private final BenchReport report;
    private final LaneLoad load;
    private final Work work = Work.adds("hostile", 1, 1);

    /** On a lane of its own. */
    public HostileBench(BenchLane lane, HostileBenchSettings settings, PrintStream out) {
        this.lane = lane;
        this.settings = settings;
        report = new BenchReport(out);
        load = new LaneLoad(lane);
    }

    /** Runs it; true if every unit is where the answers say and MySQL equals the log. */
    public boolean run() throws InterruptedException {
        report.say("machine: %s", Machine.line());
        report.say("load: %,d adds a second over %,d connections", settings.rate(), settings.connections());
        if (!settings.warmUp().isZero()) {
            report.say(
                    "warm-up: %s",
                    load.run(work, load(settings.warmUp()).withRate(0)).summary());
        }
        List<Kind> kinds = new ArrayList<>();
        for (String path : settings.paths()) {
            if (settings.unread() > 0) {
                kinds.add(new Kind(path, settings.unread(), false));
            }
            if (settings.slow() > 0) {
                kinds.add(new Kind(path, settings.slow(), true));
            }
        }
        if (!settings.warmUp().isZero()) {
            for (Kind kind : kinds) {
                kind.warmUp();
            }
        }
        for (int pair = 0; pair < settings.pairs(); pair++) {
            for (Kind kind : kinds) {
                kind.once();
            }
        }
        report.table(Kind.HEAD + kinds.stream().map(Kind::rows).collect(Collectors.joining()));
        return report.end(load, List.of());
    }

    private LoadSettings load(Duration duration) {
        return LoadSettings.open(lane.port(), settings.connections(), settings.rate(), duration, work.source());
    }

    private LoadResult window(String state) {
        CpuShares shares = CpuShares.of(lane);
        LoadResult result = load.run(work, load(settings.duration()));
        report.say("%s: %s; cores: %s", state, result.summary(), CpuShares.text(shares.cores()));
        return result;
    }

    /** One kind of such clients, and what was measured of it. */
    private final class Kind {
        static final String HEAD =
                "| clients | state | p50 ms without | with | p99 ms without | with | p99 with : without, median"
                        + " (all) |\n|---|---|---|---|---|---|---|\n";

        private final String path;
        private final int count;
        private final boolean reading;
        private final List<LoadResult> without = new ArrayList<>();
        private final List<LoadResult> elsewhere = new ArrayList<>();
        private final List<LoadResult> opening = new ArrayList<>();
        private final List<LoadResult> standing = new ArrayList<>();

        Kind(String path, int count, boolean reading) {
            this.path = path;
            this.count = count;
            this.reading = reading;
        }

        private String name() {
            return String.format(
                    Locale.ROOT, "%,d that read %s of %s", count, reading ? "a byte a second" : "nothing", path);
        }

        /** Opens and closes them once, so that the code that serves them is compiled before anything counts. */
        void warmUp() throws InterruptedException {
            HostileClients clients = new HostileClients(lane.port(), path, count, reading);
            try (clients) {
                awaitStandstill(clients);
            }
            awaitHealth();
        }

        void once() throws InterruptedException {
            without.add(window("without"));
            elsewhere.add(openingElsewhere());
            long begin = System.nanoTime();
            try (HostileClients clients = new HostileClients(lane.port(), path, count, reading)) {
                opening.add(window(name() + ", opening"));
                awaitStandstill(clients);
                report.say(
                        "they stood still after %.1f s, %,d closed",
                        (System.nanoTime() - begin) / 1e9, clients.reopened());
                standing.add(window(name() + ", standing"));
                report.say("%,d closed", clients.reopened());
            }
            awaitHealth();
        }

        private LoadResult openingElsewhere() throws InterruptedException {
            IdleServer server = new IdleServer();
            HostileClients clients = new HostileClients(server.port(), path, count, reading);
            try (server;
                    clients) {
                return window(name() + ", opening at an idle server");
            }
        }

        private void awaitStandstill(HostileClients clients) throws InterruptedException {
            long deadline = System.nanoTime() + SETTLE_MAX.toNanos();
            long before = -1;
            long bytes = clients.firstBytes();
            while (bytes - before > (long) count * STILL_BYTES * LOOK_MS / 1_000 && System.nanoTime() < deadline) {
                before = bytes;
                Thread.sleep(LOOK_MS);
                bytes = clients.firstBytes();
            }
        }

        /** Until those that left are forgotten. */
        private void awaitHealth() throws InterruptedException {
            while (lane.pages().get("/metrics").stream()
                    .flatMap(page -> page.body().lines())
                    .filter(line -> line.startsWith("hotlane_gateway_connections "))
                    .noneMatch(line -> Double.parseDouble(line.split(" ")[1]) < settings.connections())) {
                Thread.sleep(LOOK_MS);
            }
        }

        String rows() {
            return row("opening at an idle server", elsewhere) + row("opening", opening) + row("standing", standing);
        }

        private String row(String state, List<LoadResult> with) {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < with.size(); i++) {
                ratios.add(with.get(i).millis(99) / without.get(i).millis(99));
            }
            String all = ratios.stream()
                    .sorted()
                    .map(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
                    .collect(Collectors.joining(", "));
            Measured before = new Measured("", 0, 1, without);
            Measured after = new Measured("", 0, 1, with);
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f (%s) |%n",
                    name(),
                    state,
                    before.millis(50),
                    after.millis(50),
                    before.millis(99),
                    after.millis(99),
                    Median.of(ratios),
                    all);
        }
    }
}
