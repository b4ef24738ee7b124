package dev.hotlane.jmh.lane.observe;

import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchReport;
import dev.hotlane.jmh.lane.http.CpuShares;
import dev.hotlane.jmh.lane.http.LaneLoad;
import dev.hotlane.jmh.lane.http.Machine;
import dev.hotlane.jmh.lane.http.SalesInTurn;
import dev.hotlane.jmh.lane.http.Work;
import dev.hotlane.jmh.lane.observe.Observer.Seen;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.load.LoadSettings;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sales a second of a node while it is alone, while its metrics are scraped, and while one console is open, in turn. In
 * the end each observer got its answers, and every unit is where the answers say. One thread.
 */
public final class ObserveBench {
    /** Load before each window, not measured: its connections open, and the observer has begun. */
    private static final Duration LEAD = Duration.ofSeconds(2);

    /** Scrapes of the warm-up come that much more often: the page of a node that has run for a while is compiled. */
    private static final int WARM_SCRAPES = 20;

    private final BenchLane lane;
    private final ObserveSettings settings;
    private final BenchReport report;
    private final LaneLoad load;
    private final Work work = Work.adds("observe", 1, 1);
    private final HttpClient http =
            HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    private final List<String> faults = new ArrayList<>();

    /** On a node of its own. */
    public ObserveBench(BenchLane lane, ObserveSettings settings, PrintStream out) {
        this.lane = lane;
        this.settings = settings;
        report = new BenchReport(out);
        load = new LaneLoad(lane);
    }

    /** Runs it; true if each observer got its answers, every unit is where the answers say, and MySQL equals the log. */
    public boolean run() throws InterruptedException {
        report.say("machine: %s", Machine.line());
        report.say("load: adds to one hot key, closed loop of %,d connections", settings.connections());
        try (ConsolePage console = new ConsolePage(http, lane);
                Scraper scraper = scraper(settings.every())) {
            warmUp(console);
            List<Observer> turn = new ArrayList<>(List.of(Observer.NONE, scraper, console));
            SalesInTurn sales =
                    new SalesInTurn(turn.stream().map(Observer::name).toList());
            for (int i = 0; i < settings.rounds(); i++) {
                for (Observer observer : turn) {
                    sales.add(observer.name(), once(observer, console));
                }
                Collections.rotate(turn, -1);
            }
            report.table(sales.table("sales", "observed : alone"));
        }
        return report.end(load, faults);
    }

    private Scraper scraper(Duration every) {
        return new Scraper(http, lane.processor().figures(), every);
    }

    private void warmUp(ConsolePage console) {
        if (settings.warmUp().isZero()) {
            return;
        }
        try (Scraper often = scraper(settings.every().dividedBy(WARM_SCRAPES))) {
            console.begin(Duration.ZERO);
            often.begin(Duration.ZERO);
            LoadResult result = load.run(work, closed(settings.warmUp()));
            report.say("warm-up: %s; %s; %s", result.summary(), end(often, Duration.ZERO), end(console, Duration.ZERO));
        }
    }

    /** Sales a second of one load. */
    private double once(Observer observer, ConsolePage console) throws InterruptedException {
        // A page takes two seconds to open. It opens before each load, so that the node rests as long before all of
        // them.
        console.begin(LEAD);
        if (observer != console) {
            end(console, Duration.ZERO);
            observer.begin(LEAD);
        }
        Map<String, Long> pids = new LinkedHashMap<>(CpuShares.pids(lane));
        pids.put("console", console.pid());
        CpuShares shares = new CpuShares(pids);
        LoadResult result = load.run(work, closed(settings.window()).withWarmUp(LEAD));
        String cores = CpuShares.text(shares.cores());
        report.say("%s: %s; cores: %s; %s", observer.name(), result.summary(), cores, end(observer, settings.window()));
        lane.awaitFlushed();
        return result.okPerSecond();
    }

    private Seen end(Observer observer, Duration window) {
        Seen seen = observer.end(window);
        if (!seen.isEnough()) {
            faults.add(observer.name() + ": " + seen);
        }
        return seen;
    }

    private LoadSettings closed(Duration time) {
        return LoadSettings.closed(lane.port(), settings.connections(), time, work.source());
    }
}
