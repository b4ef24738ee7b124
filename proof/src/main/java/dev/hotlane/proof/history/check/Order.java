package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.Findings.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Real time: what was answered before another call began stands before it in the log. Every record counts, also that
 * of a repeat and of an attempt whose outcome was never told. Any thread.
 */
final class Order {
    private Order() {}

    static void check(List<Attempt> byInvoke, Findings findings) {
        List<Attempt> inLog = byInvoke.stream().filter(Attempt::isInLog).toList();
        List<Attempt> byTold = new ArrayList<>(inLog);
        byTold.sort(Comparator.comparingLong(attempt -> attempt.told));
        int done = 0;
        Attempt last = null;
        for (Attempt attempt : inLog) {
            while (done < byTold.size() && byTold.get(done).told < attempt.invoke) {
                Attempt earlier = byTold.get(done++);
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
