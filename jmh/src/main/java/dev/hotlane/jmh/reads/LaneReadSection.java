package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.lane.http.Work;

/** GETs through the log, many in one READ, beside GETs from the view; at a fixed rate beside commands. */
final class LaneReadSection implements ReadsSection {
    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        ReadsStage stage = run.stage();
        int rate = run.settings().rate();
        Entrant local = new Entrant(run, stage.node().named("local GET"), CounterReads.local(), 0);
        Entrant lane = new Entrant(run, stage.node().named("lane GET"), CounterReads.lane(), 0);
        Entrant paced = new Entrant(run, stage.node().named("lane GET"), CounterReads.lane(), rate);
        Work adds = Work.adds("reads", 1, 1);
        Entrant commands = new Entrant(run, stage.node().named("command"), adds.source(), rate);
        lane.warm(run.settings().warmUp());
        commands.warm(run.settings().warmUp());
        local.warm(run.settings().warmUp());
        ViewOnly.during(run, () -> run.inTurn(local, lane, paced, commands));
        table.row(
                "batched lane GET : local GET",
                "0.6",
                lane.text(),
                local.text(),
                FigureTable.text("%.2f", lane.rateTo(local)));
        table.row(
                FigureTable.text("its p99 at %,d/s : a command's", rate),
                "1.3",
                paced.text(),
                commands.text(),
                FigureTable.text(
                        "%.2f",
                        paced.measured().millis(99) / commands.measured().millis(99)));
    }
}
