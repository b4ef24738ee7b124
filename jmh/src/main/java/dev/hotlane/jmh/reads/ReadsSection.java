package dev.hotlane.jmh.reads;

/** One part of the measurement: starts what the run has not, measures, adds rows. */
interface ReadsSection {
    /** Measures and adds rows to the table. Throws what keeps it from measuring. */
    void measure(ReadsRun run, FigureTable table) throws Exception;
}
