package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Call;
import dev.hotlane.gateway.call.LogRequest;
import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.gateway.problem.Code;

/** A line of a batch: its answer is a line of the response. Belongs to its event loop. */
final class LineExchange extends Exchange {
    /** Line number for answers that have an id and omit the number. */
    private static final int NAMED = 0;

    private final BatchRequest batch;
    private final long index;

    /** Line {@code index} of the lines that the batch accepted. */
    LineExchange(Exchanges loop, BatchRequest batch, long index, Call call, LogRequest question, int bytes) {
        super(loop, call, question, bytes);
        this.batch = batch;
        this.index = index;
    }

    @Override
    void opened() {
        batch.opened();
    }

    @Override
    void released() {
        batch.released();
    }

    @Override
    String trace() {
        return batch.trace();
    }

    @Override
    JsonText open(int status, boolean replayed) {
        return batch.answer().open(index, question.id(), NAMED, status, replayed);
    }

    @Override
    void answered(int status, long version, boolean replayed) {
        batch.answer().close(index, status);
    }

    @Override
    void rejected(int status, long retryAfterMs, boolean replayed) {
        batch.answer().close(index, status);
    }

    @Override
    void refused(Code code, String detail) {
        batch.answer().refuse(index, question.id(), NAMED, code, detail);
    }
}
