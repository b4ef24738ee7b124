package dev.hotlane.gateway.http.batch;

import dev.hotlane.gateway.access.RatedCall;
import dev.hotlane.gateway.call.CallExchange;
import dev.hotlane.gateway.call.CallPrice;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.json.JsonText;

/** A line of a batch: its answer is a line of the response. Belongs to its event loop. */
final class LineExchange extends CallExchange {
    /** Line number for answers that have an id and omit the number. */
    private static final int NAMED = 0;

    private final BatchRequest batch;
    private final long index;
    private final RatedCall rated;

    /** When the line was read; nanoTime. */
    private final long readNanos = System.nanoTime();

    /** A line that the batch accepted, and that its caller's rate allows. */
    LineExchange(Exchanges exchanges, BatchRequest batch, ReadLine line, RatedCall rated) {
        super(exchanges, line.call(), line.question(), line.bytes());
        this.rated = rated;
        this.batch = batch;
        index = line.index();
    }

    @Override
    protected void opened() {
        batch.opened(question);
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
    protected void copied() {
        rated.charge(CallPrice.COPY);
    }

    @Override
    protected void answered(int status, long version, boolean replayed) {
        rated.end();
        batch.took(readNanos);
        batch.answer().close(index, null);
    }

    @Override
    protected void rejected(Code code, int status, long retryAfterMs, boolean replayed) {
        rated.end();
        batch.took(readNanos);
        batch.answer().close(index, code);
    }

    @Override
    protected void refused(Code code, String detail) {
        rated.end();
        batch.took(readNanos);
        batch.answer().refuse(index, question.id(), NAMED, code, detail);
    }
}
