package dev.hotlane.gateway.http.batch;

import dev.hotlane.gateway.access.OpenForCallers;
import dev.hotlane.gateway.access.RatedCall;
import dev.hotlane.gateway.call.CallPrice;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;

/**
 * Sends the lines of one batch as fast as its caller's rate allows. A line above the rate waits here, and the batch reads
 * no further one; so it does after a refused line, until that is paid. Belongs to one event loop.
 */
final class LineGate {
    private final Exchanges exchanges;
    private final BatchRequest batch;
    private final OpenForCallers.Opened access;
    private ReadLine waiting;
    private boolean owes;

    LineGate(Exchanges exchanges, BatchRequest batch, OpenForCallers.Opened access) {
        this.exchanges = exchanges;
        this.batch = batch;
        this.access = access;
    }

    /** A refused line costs what a call costs that does nothing: no further line is read until that is paid. */
    void owe() {
        owes = true;
    }

    /** Whether the batch waits for its caller's rate. */
    boolean isWaiting() {
        return waiting != null || owes;
    }

    /** Pays what is owed and sends the line that waits; returns false if the batch must wait on. */
    boolean sendWaiting() {
        if (owes) {
            RatedCall paid = access.begin(false);
            if (paid == null) {
                return false;
            }
            paid.end();
            owes = false;
        }
        if (waiting != null && sent(waiting)) {
            waiting = null;
        }
        return waiting == null;
    }

    /** Sends a line, or lets it wait. */
    void send(ReadLine line) {
        if (!sent(line)) {
            waiting = line;
        }
    }

    private boolean sent(ReadLine line) {
        RatedCall rated = access.begin(line.question().resolves());
        if (rated == null) {
            return false;
        }
        rated.charge(CallPrice.rest(line.question()));
        try {
            exchanges.publish(new LineExchange(exchanges, batch, line, rated));
        } catch (RequestRefused e) {
            rated.end();
            refuse(line, e.code(), e.getMessage());
        } catch (RuntimeException e) {
            rated.end();
            throw e;
        }
        return true;
    }

    /** Refuses the line that waits; returns false if there is none. */
    boolean refuseWaiting(Code code, String detail) {
        if (waiting == null) {
            return false;
        }
        refuse(waiting, code, detail);
        waiting = null;
        return true;
    }

    private void refuse(ReadLine line, Code code, String detail) {
        batch.answer().refuse(line.index(), line.question().id(), line.number(), code, detail);
    }
}
