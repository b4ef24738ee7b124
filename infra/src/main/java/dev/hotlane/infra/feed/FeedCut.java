package dev.hotlane.infra.feed;

import dev.hotlane.processor.state.ChangeTrace.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the records up to a TICK changed, until it is published. Owned by the feed's thread, but for the time of its transaction. */
final class FeedCut {
    /** Records of the changes topic, ascending by sequence. */
    final List<FeedRecord> changes = new ArrayList<>();

    /** What each change left of a counter, in their order: the last of a key is the latest. */
    final List<Counter> counters = new ArrayList<>();

    /** All counters of the state at the end, only if the cut follows a gap; null otherwise. */
    Map<String, Numbers> table;

    /** Records of the log. */
    int records;

    /** Sequence of the TICK at its end; 0 while it is open. */
    long upTo;

    /** Log time after it, epoch milliseconds. */
    long time;

    /** Digest of the state after it. */
    long digest;

    /**
     * A counter behind one sequence.
     *
     * @param key its bytes as ISO 8859-1
     * @param numbers those of an absent counter stand for a tombstone
     */
    record Counter(String key, Numbers numbers) {}

    /** Ends it with that TICK. */
    FeedCut end(long sequence, long logTime, long stateDigest) {
        upTo = sequence;
        time = logTime;
        digest = stateDigest;
        return this;
    }

    /** Appends the cut behind it; this one then ends where the other does. */
    FeedCut join(FeedCut later) {
        changes.addAll(later.changes);
        counters.addAll(later.counters);
        records += later.records;
        table = later.table;
        return end(later.upTo, later.time, later.digest);
    }
}
