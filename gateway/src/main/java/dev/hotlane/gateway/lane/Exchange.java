package dev.hotlane.gateway.lane;

import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/** One request to the log and its answer. Belongs to its event loop, except {@link #failed}. */
public abstract class Exchange extends CommandProducer.Delivery {
    /** Key of the record: the command's tenant and id; null for a read. */
    final byte[] recordKey;

    /** Length of the request text in bytes, reserved until the exchange ends. */
    final int bytes;

    final long idHash;

    /** Request number and start time; set when it gets its place among the pending. */
    long request;

    long startedNanos;

    /** Of a READ that may prove an age; else null. */
    private ReadProofs.Start proof;

    private final Exchanges exchanges;

    /** An exchange of {@code bytes} of request text; the record key is null for a read. */
    protected Exchange(Exchanges exchanges, byte[] recordKey, int bytes) {
        this.exchanges = exchanges;
        this.recordKey = recordKey;
        this.bytes = bytes;
        idHash = CommandId.hashOf(recordKey);
    }

    /** The record value; it leaves now. */
    final byte[] leave(RecordWriter writer, Routing routing, ReadProofs proofs) {
        byte[] value = encode(writer, routing);
        proof = writes() ? null : proofs.start(startedNanos);
        return value;
    }

    /** Its reply has this sequence. */
    final void returned(ReadProofs proofs, long sequence) {
        if (proof != null) {
            proofs.returned(proof, sequence);
        }
    }

    /** Number of callers that wait for its answer. */
    protected int callers() {
        return 1;
    }

    /** Whether it may take one of the places that are kept: it ends a hold, prolongs it, or ends a doubt. */
    protected boolean takesKeptPlace() {
        return false;
    }

    /** Called when it gets its place among the pending. */
    protected void opened() {}

    /** Called when it leaves that place; if it had entered the log, its end comes next. */
    protected void released() {}

    /** Whether it is a command; else it is a read, which changes nothing. */
    protected abstract boolean writes();

    /** The record value. */
    protected abstract byte[] encode(RecordWriter writer, Routing routing);

    /** Whether this reply is a success, which {@link #success} answers; else it is a rejection. */
    protected abstract boolean succeeds(Verdict verdict, ReplyDecoder reply);

    /** Ends with the answer of a success. Throws IllegalStateException if the reply does not fit the request. */
    protected abstract void success(ReplyDecoder reply);

    /** Ends with a problem that the log decided. Throws IllegalStateException if the reply does not fit the request. */
    protected abstract void rejection(Verdict verdict, ReplyDecoder reply);

    /** Ends with a problem of the gateway; drops what {@link #success} or {@link #rejection} wrote before it failed. */
    protected abstract void refused(Code code, String detail);

    @Override
    protected final void failed(Exception cause) {
        exchanges.sendFailed(request, cause);
    }
}
