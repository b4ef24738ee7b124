package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.CheckFindings.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Checks the order in real time: a call answered before another began has its record before the other's. Records of
 * repeats count, and those of attempts without a known outcome. Any thread.
 */
final class RealTimeOrder {
    private RealTimeOrder() {}

    static void check(List<RecordedAttempt> byInvoke, CheckFindings findings) {
        List<RecordedAttempt> inLog =
                byInvoke.stream().filter(RecordedAttempt::isInLog).toList();
        List<RecordedAttempt> byEnd = new ArrayList<>(inLog);
        byEnd.sort(Comparator.comparingLong(attempt -> attempt.ended));
        int done = 0;
        RecordedAttempt last = null;
        for (RecordedAttempt attempt : inLog) {
            while (done < byEnd.size() && byEnd.get(done).ended < attempt.invoke) {
                RecordedAttempt earlier = byEnd.get(done++);
                last = last == null || earlier.sequence() > last.sequence() ? earlier : last;
            }
            if (last != null && attempt.sequence() <= last.sequence()) {
                findings.add(
                        Kind.ORDER,
                        attempt + " at " + attempt.sequence() + " began after " + last + " at " + last.sequence());
            }
        }
    }
}
