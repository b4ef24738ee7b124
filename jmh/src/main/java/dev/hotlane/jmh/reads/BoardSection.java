package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.lane.raw.ThreadTimes;
import dev.hotlane.jmh.load.LoadResult;
import java.util.ArrayList;
import java.util.List;

/** Reads of a board of 1,000 counters that always changes; the CPU of the thread that writes and compresses it. */
final class BoardSection implements ReadsSection {
    private static final int WRITES = 1_000;
    private static final int QUICK_WRITES = 100;
    private static final String THREAD = "board";

    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        ReadsStage stage = run.stage();
        ReadsSettings settings = run.settings();
        int rate = settings.forFigures() ? WRITES : QUICK_WRITES;
        BoardGets page = new BoardGets(ReadsStage.BOARD, CounterReads.KEYS);
        Entrant board = new Entrant(run, stage.node().named("board"), page, 0);
        stage.awaitBoard();
        board.warm(settings.warmUp());
        List<Double> gzip = new ArrayList<>();
        for (int i = 0; i < settings.repeats(); i++) {
            WriteLoad writes =
                    new WriteLoad(run, stage.lane().port(), "board" + i, CounterReads.KEYS, rate, settings.duration());
            double renders = stage.metric("hotlane_board_renders_total");
            ThreadTimes threads = new ThreadTimes(stage.lane().pid());
            writes.begin();
            long begin = System.nanoTime();
            board.once();
            double seconds = (System.nanoTime() - begin) / 1e9;
            gzip.add(100 * threads.since().getOrDefault(THREAD, 0.0) / seconds);
            LoadResult written = writes.end();
            run.say(
                    "%,.0f writes of the document; %s",
                    stage.metric("hotlane_board_renders_total") - renders, written.summary());
        }
        table.row(
                FigureTable.text("board of %,d keys, %,d writes/s to it", CounterReads.KEYS, rate),
                "8,000/s; gzip 3 % of a core",
                FigureTable.text("%s; its thread %.1f %% of a core", board.text(), Median.of(gzip)));
    }
}
