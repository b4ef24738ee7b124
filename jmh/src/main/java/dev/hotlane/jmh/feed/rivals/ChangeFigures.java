package dev.hotlane.jmh.feed.rivals;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What was found of one entrant.
 *
 * @param events a second that reached the clients, writers as fast as they are answered
 * @param writes a second that were answered meanwhile
 * @param delays from the sending of a write to its event at a client, in microseconds, at the fixed rate
 * @param due events that the clients should have in all
 * @param missing of those
 * @param doubled events that a client had before
 * @param faults what was wrong, apart from events that are missing or doubled
 */
record ChangeFigures(
        double events, double writes, Histogram delays, long due, long missing, long doubled, List<String> faults) {
    /** The list is copied. */
    ChangeFigures {
        faults = List.copyOf(faults);
    }
}
