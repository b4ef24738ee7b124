package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.ReadProofs;
import dev.hotlane.gateway.view.ViewTable;
import java.time.Duration;

/**
 * The view of a gateway, for reads that allow an answer from it; any thread may use each part.
 *
 * @param table the counters; empty while there is no view
 * @param proofs the proofs of its age
 * @param staleMax greatest age of an answer whose caller gave none
 * @param meters counts of its reads
 */
public record LocalView(ViewTable table, ReadProofs proofs, Duration staleMax, Meters meters) {
    /** What is counted of reads that the view may answer. Any thread. */
    public interface Meters {
        /** Counts an answer from the view. */
        void readFromView();

        /** Counts a read that went through the log, because the view was away, too old or behind. */
        void readFromLane();
    }
}
