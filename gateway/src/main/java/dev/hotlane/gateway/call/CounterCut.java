package dev.hotlane.gateway.call;

import java.util.List;

/**
 * Counters as of one sequence, in the order of the keys that were asked for. Immutable; any thread.
 *
 * @param sequence the last record that the values contain
 * @param staleMs upper bound of their age; 0 from the log
 * @param fromView whether they come from the view; else from the log
 * @param bodies the body of each counter, not copied
 */
public record CounterCut(long sequence, long staleMs, boolean fromView, List<byte[]> bodies) {}
