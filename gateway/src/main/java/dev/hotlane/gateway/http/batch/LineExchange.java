package dev.hotlane.gateway.http.batch;

import dev.hotlane.gateway.call.Call;
import dev.hotlane.gateway.call.CallExchange;
import dev.hotlane.gateway.call.LogRequest;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.json.JsonText;

/** A line of a batch: its answer is a line of the response. Belongs to its event loop. */
final class LineExchange extends CallExchange {
    /** Line number for answers that have an id and omit the number. */
    private static final int NAMED = 0;

    private final BatchRequest batch;
    private final long index;

    /** Line {@code index} of the lines that the batch accepted. */
    LineExchange(Exchanges exchanges, BatchRequest batch, long index, Call call, LogRequest question, int bytes) {
        super(exchanges, call, question, bytes);
        this.batch = batch;
        this.index = index;
    }

    @Override
    protected void opened() {
        batch.opened();
    }

    @Override
    protected void released() {
        batch.released();
    }

    @Override
    protected String trace() {
        return batch.trace();
    }

    @Override
    protected JsonText open(int status, boolean replayed) {
        return batch.answer().open(index, question.id(), NAMED, status, replayed);
    }

    @Override
    protected void answered(int status, long version, boolean replayed) {
        batch.answer().close(index, status);
    }

    @Override
    protected void rejected(int status, long retryAfterMs, boolean replayed) {
        batch.answer().close(index, status);
    }

    @Override
    protected void refused(Code code, String detail) {
        batch.answer().refuse(index, question.id(), NAMED, code, detail);
    }
}
