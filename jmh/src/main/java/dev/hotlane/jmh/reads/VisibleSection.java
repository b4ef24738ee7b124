package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.lane.http.HttpChild;
import dev.hotlane.jmh.lane.http.Work;
import java.util.List;
import org.HdrHistogram.Histogram;

/** How long after its answer a write is in the view of another gateway, and of the leading node, while others write. */
final class VisibleSection implements ReadsSection {
    private static final int KEYS = 1_000;

    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        ReadsLane lane = run.stage().lane();
        HttpChild other = lane.gateway(1, run.settings().jvmFlags(), "--view");
        try {
            other.awaitReady("/readyz");
            ReadsLane.awaitView(other.pages());
            Entrant writes = new Entrant(
                    run,
                    run.stage().node().named("writes"),
                    Work.adds("visible", KEYS, 1).source(),
                    run.settings().rate());
            writes.warm(run.settings().warmUp());
            VisibleProbe far = new VisibleProbe(run, lane.port(), other.port(), "far");
            VisibleProbe near = new VisibleProbe(run, lane.port(), lane.port(), "near");
            for (int i = 0; i < run.settings().repeats(); i++) {
                for (VisibleProbe probe : List.of(far, near)) {
                    ReadsLane.awaitView(other.pages());
                    ReadsLane.awaitView(lane.pages());
                    probe.begin();
                    writes.once();
                    probe.end();
                }
            }
            String beside = writes.text();
            table.row("write answered by A -> local GET at B", "p50 15 ms, p99 60 ms", text(far.micros()), beside, "");
            table.row("the same in the leading node", "p50 5 ms, p99 30 ms", text(near.micros()), beside, "");
        } finally {
            other.close();
        }
    }

    static String text(Histogram micros) {
        return FigureTable.text(
                "p50 %.2f ms, p99 %.2f ms, max %.2f ms of %,d",
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                micros.getMaxValue() / 1e3,
                micros.getTotalCount());
    }
}
