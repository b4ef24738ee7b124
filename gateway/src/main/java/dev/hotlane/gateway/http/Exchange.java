package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Call;
import dev.hotlane.gateway.call.LogRequest;
import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.gateway.lane.CommandProducer;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.Hash;

/**
 * One question to the log and its answer: a single request, or a line of a batch. Belongs to its event loop, except
 * {@link #failed}.
 */
abstract class Exchange extends CommandProducer.Delivery {
    final Exchanges loop;
    final Call call;
    final LogRequest question;

    /** Length of the request text in bytes, reserved until the exchange ends. */
    final int bytes;

    final long idHash;

    /** Request number and start time; set when it gets its place among the pending. */
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

    /** Called when it gets its place among the pending. */
    void opened() {}

    /** Called when it leaves that place; if it had entered the log, its end comes next. */
    void released() {}

    /** The caller's W3C trace context unchanged, or null. */
    abstract String trace();

    /** Where to write the body before {@link #answered} or {@link #rejected}. */
    abstract JsonText open(int status, boolean replayed);

    /** Called when the body of a success is written. */
    abstract void answered(int status, long version, boolean replayed);

    /** Called when the body of a problem that the log decided is written. */
    abstract void rejected(int status, long retryAfterMs, boolean replayed);

    /** Ends with a problem of the gateway; drops what was written since {@link #open}. */
    abstract void refused(Code code, String detail);

    @Override
    protected void failed(Exception cause) {
        loop.sendFailed(request, cause);
    }
}
