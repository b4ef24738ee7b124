package dev.hotlane.gateway.watch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of the watches of a gateway. Any thread. */
public final class WatchCounts {
    private final AtomicInteger streams = new AtomicInteger();
    private final StreamPlaces places;
    private final LongAdder events = new LongAdder();
    private final LongAdder resets = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder closedSlow = new LongAdder();

    WatchCounts(StreamPlaces places) {
        this.places = places;
    }

    /** Takes a place for a stream; returns false if none is free. */
    boolean open() {
        boolean open = places.take();
        if (open) {
            streams.incrementAndGet();
        }
        return open;
    }

    void closed() {
        streams.decrementAndGet();
        places.free();
    }

    void events(int count) {
        events.add(count);
    }

    void reset() {
        resets.increment();
    }

    void cutSlow() {
        closedSlow.increment();
    }

    /** Counts a stream that was not opened, because all places were taken or the view was away. */
    public void refuse() {
        refused.increment();
    }

    /** Open streams. */
    public int streams() {
        return streams.get();
    }

    /** Events {@code counter} and {@code removed} written. */
    public long events() {
        return events.sum();
    }

    /** Events {@code reset} written. */
    public long resets() {
        return resets.sum();
    }

    /** Streams that were not opened. */
    public long refused() {
        return refused.sum();
    }

    /** Streams whose client took too little for too long. */
    public long closedSlow() {
        return closedSlow.sum();
    }
}
