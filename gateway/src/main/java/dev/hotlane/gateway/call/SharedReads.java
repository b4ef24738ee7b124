package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.Exchanges;

/**
 * Puts the reads of single counters of one event-loop turn into one READ, so that a thousand reads cost one record. The
 * READ is appended after its calls arrived, so each answer is current. Belongs to its event loop.
 */
public final class SharedReads {
    private final Exchanges exchanges;
    private SharedRead last;

    /** The shared READs of the event loop that owns {@code exchanges}. */
    public SharedReads(Exchanges exchanges) {
        this.exchanges = exchanges;
    }

    /**
     * Sends a read of one counter with the others of this turn; throws RequestRefused if there is no place for it.
     *
     * @param keysMax most keys of a READ by the rules in force
     */
    public void add(CallExchange call, int keysMax) {
        if (last != null && exchanges.gathers(last) && last.fits(call, keysMax)) {
            exchanges.join(last);
            last.add(call);
        } else {
            SharedRead next = new SharedRead(exchanges);
            next.add(call);
            exchanges.gather(next);
            last = next;
        }
    }
}
