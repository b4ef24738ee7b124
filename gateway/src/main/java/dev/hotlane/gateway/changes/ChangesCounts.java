package dev.hotlane.gateway.changes;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of the streams of changes of a gateway. Any thread. */
public final class ChangesCounts {
    private final AtomicInteger streams = new AtomicInteger();
    private final AtomicInteger catchUps = new AtomicInteger();
    private final LongAdder events = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder closedSlow = new LongAdder();
    private volatile long bad;

    void opened() {
        streams.incrementAndGet();
    }

    void closed() {
        streams.decrementAndGet();
    }

    void catchUpBegun() {
        catchUps.incrementAndGet();
    }

    void catchUpEnded() {
        catchUps.decrementAndGet();
    }

    void events(int count) {
        events.add(count);
    }

    void cutSlow() {
        closedSlow.increment();
    }

    void bad(long count) {
        bad = count;
    }

    /** Counts a stream that was not opened, or ended because no reader was free. */
    public void refuse() {
        refused.increment();
    }

    /** Open streams. */
    public int streams() {
        return streams.get();
    }

    /** Readers of the topic that work for streams behind the ring. */
    public int catchUps() {
        return catchUps.get();
    }

    /** Events {@code change} and {@code gap} written. */
    public long events() {
        return events.sum();
    }

    /** Streams that were not opened, or ended because no reader was free. */
    public long refused() {
        return refused.sum();
    }

    /** Streams whose client took too little for too long. */
    public long closedSlow() {
        return closedSlow.sum();
    }

    /** Records of the changes topic that were no changes. */
    public long bad() {
        return bad;
    }
}
