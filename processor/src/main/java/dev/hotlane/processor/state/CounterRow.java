package dev.hotlane.processor.state;

/** Receives the row of one counter; see {@link State#counterRow}. */
public interface CounterRow {
    /** The numbers of the counter; all 0 if it is absent. */
    void row(long value, long version, long held, long confirmed);
}
