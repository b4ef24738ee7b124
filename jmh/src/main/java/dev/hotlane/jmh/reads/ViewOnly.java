package dev.hotlane.jmh.reads;

/** Checks that each local read is answered from the node's view. No state. */
final class ViewOnly {
    /** Loads with local reads. */
    interface Loads {
        void run() throws Exception;
    }

    private ViewOnly() {}

    /** Runs the loads; a read that the lane answered is a fault. The first reads of a view at rest, which prove its age, are not. */
    static void during(ReadsRun run, Loads loads) throws Exception {
        ReadsStage stage = run.stage();
        ReadsLane.awaitView(stage.lane().pages());
        long lane = stage.localReads("lane");
        long view = stage.localReads("view");
        stage.wakeUps();
        loads.run();
        long fromLane = stage.localReads("lane") - lane - stage.wakeUps();
        long fromView = stage.localReads("view") - view;
        if (fromLane > 0 || fromView == 0) {
            run.fault(FigureTable.text("%,d local reads came from the lane, %,d from the view", fromLane, fromView));
        }
    }
}
