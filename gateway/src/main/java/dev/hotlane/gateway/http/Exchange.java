package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Call;
import dev.hotlane.gateway.call.LogRequest;
import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.gateway.lane.CommandProducer;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.Hash;

/**
 * One question on its way through the log and its answer's way back: a request of its own, or a line of a batch.
 * Belongs to its event loop, but for {@link #failed}.
 */
abstract class Exchange extends CommandProducer.Delivery {
    final Exchanges loop;
    final Call call;
    final LogRequest question;

    /** Length of the text that it was made of: what it keeps of the memory until its end. */
    final int bytes;

    final long idHash;

    /** Its number and when it got it, once it has a place among the pending. */
    long request;

    long startedNanos;

    Exchange(Exchanges loop, Call call, LogRequest question, int bytes) {
        this.loop = loop;
        this.call = call;
        this.question = question;
        this.bytes = bytes;
        byte[] id = question.id();
        idHash = id == null ? 0 : Hash.of(id, 0, id.length, 0);
    }

    /** It has got its place among the pending. */
    void opened() {}

    /** It has left that place; its end comes next, if it had entered the log. */
    void released() {}

    /** The caller's W3C trace context as it came, or null. */
    abstract String trace();

    /** Where the body is to be written, before it is told by {@link #answered} or {@link #rejected}. */
    abstract JsonText open(int status, boolean replayed);

    /** The body of a success is written. */
    abstract void answered(int status, long version, boolean replayed);

    /** The body of a problem that the log decided is written. */
    abstract void rejected(int status, long retryAfterMs, boolean replayed);

    /** Ends with a problem of the gateway's own; what was written since {@link #open} does not count. */
    abstract void refused(Code code, String detail);

    @Override
    protected void failed(Exception cause) {
        loop.sendFailed(request, cause);
    }
}
