package dev.hotlane.jmh.reads;

/** GETs from the view beside the same number of constant bytes from a bare server, closed loop. */
final class LocalSection implements ReadsSection {
    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        ReadsStage stage = run.stage();
        Entrant local = new Entrant(run, stage.node().named("local GET"), CounterReads.local(), 0);
        Entrant bare = new Entrant(
                run, stage.bare(), new PageReads("/" + ReadsStage.COUNTER, stage.file(ReadsStage.COUNTER)), 0);
        local.warm(run.settings().warmUp());
        bare.warm(run.settings().warmUp());
        ViewOnly.during(run, () -> run.inTurn(local, bare));
        String what = FigureTable.text(
                "local GET : bare GET of 110 bytes, %d connections",
                run.settings().connections());
        String ratio = FigureTable.text("%.2f", local.rateTo(bare));
        table.row(what, "0.90; CPU 15 us; 60,000/s", local.text(), bare.text(), ratio);
    }
}
