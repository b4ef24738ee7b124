package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.Exchange;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.view.ViewRead;
import java.util.List;

/** An exchange that the view may answer in place of the log, as far as its terms allow. Belongs to its event loop. */
abstract class LocalExchange extends Exchange {
    /** An exchange of {@code bytes} of request text; the id is null for a read. */
    LocalExchange(Exchanges exchanges, byte[] id, int bytes) {
        super(exchanges, id, bytes);
    }

    /** Where it may be answered from. */
    abstract ReadTerms terms();

    /** The keys of the counters that it reads. */
    abstract List<byte[]> keys();

    /** Ends with the values in the view, which is at most {@code staleMs} old. */
    abstract void view(ViewRead view, long staleMs);

    /**
     * Sends it into the log; throws RequestRefused if it can't be sent.
     *
     * @param shared the READs that it may join
     * @param keysMax most keys of a READ by the rules in force
     */
    abstract void publish(Exchanges exchanges, SharedReads shared, int keysMax);

    @Override
    protected abstract void refused(Code code, String detail);
}
