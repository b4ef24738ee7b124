package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.load.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Streams of changes: what an idle one takes, many keys that change often, one key that everybody watches. */
final class WatchSection implements ReadsSection {
    private static final int MANY = 10_000;
    private static final int SOME = 1_000;
    private static final int QUICK = 50;
    private static final int EVENTS_EACH = 10;
    private static final int ONE_KEY_WRITES = 4;
    private static final int SHORT_MS = 10;
    private static final int USUAL_MS = 100;
    private static final int LOADS = 3;
    private static final double BYTES_PER_K = 1_024;

    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        boolean figures = run.settings().forFigures();
        int many = figures ? MANY : QUICK;
        int some = figures ? SOME : QUICK;
        idle(run, table, many);
        changes(run, table, some, some, some * EVENTS_EACH, SHORT_MS, "p99 100 ms");
        changes(run, table, many, 1, ONE_KEY_WRITES, USUAL_MS, "40,000 events/s, p99 300 ms");
    }

    private static void idle(ReadsRun run, FigureTable table, int streams) throws IOException {
        ReadsLane lane = run.stage().lane();
        double heap = ViewLoadSection.used(lane.process());
        double resident = resident(lane.pid());
        try (WatchClients clients = new WatchClients(run, lane.port(), streams, CounterReads.KEYS, USUAL_MS)) {
            ReadsLane.await("streams are open", () -> run.stage().metric("hotlane_watch_streams") >= clients.count());
            double moreHeap = (ViewLoadSection.used(lane.process()) - heap) / streams;
            double moreResident = (resident(lane.pid()) - resident) / streams;
            table.row(
                    FigureTable.text("%,d idle watchers, each", streams),
                    "25 KB",
                    FigureTable.text("heap %.1f kB, resident %.1f kB more", moreHeap / 1e3, moreResident / 1e3));
        }
    }

    private static void changes(
            ReadsRun run, FigureTable table, int streams, int keys, int rate, int intervalMs, String wanted)
            throws Exception {
        ReadsStage stage = run.stage();
        int port = stage.lane().port();
        Duration time = run.settings().duration().multipliedBy(LOADS);
        String name = "watch" + streams + "-" + keys + "-";
        WriteLoad warm = new WriteLoad(
                run, port, name + "warm", keys, rate, run.settings().warmUp());
        WriteLoad writes = new WriteLoad(run, port, name, keys, rate, time);
        Histogram micros;
        double cpuMicros;
        LoadResult written;
        try (WatchClients clients = new WatchClients(run, port, streams, keys, intervalMs)) {
            warm.begin();
            warm.end();
            clients.time(writes);
            CpuTime cpu = new CpuTime(List.of(stage.lane().pid()));
            writes.begin();
            written = writes.end();
            cpuMicros = cpu.micros();
            micros = clients.end();
        }
        table.row(
                FigureTable.text("%,d watchers of %,d keys, %,d writes/s", streams, keys, rate),
                wanted,
                FigureTable.text(
                        "%,.0f events/s, delay %s, CPU %.1f us",
                        micros.getTotalCount() / written.measuredSeconds(),
                        VisibleSection.text(micros),
                        cpuMicros / Math.max(1, micros.getTotalCount())),
                written.summary(),
                "");
        if (micros.getTotalCount() == 0) {
            run.fault("no watcher got an event");
        }
    }

    /** Bytes of memory that the process has of the machine. */
    private static double resident(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                .filter(line -> line.startsWith("VmRSS"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) * BYTES_PER_K)
                .findFirst()
                .orElse(0);
    }
}
