package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.Exchange;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.List;

/** A READ of no key: its sequence alone counts, as a proof of a view's age. Belongs to its event loop. */
final class ProofRead extends Exchange {
    ProofRead(Exchanges exchanges) {
        super(exchanges, null, 0);
    }

    @Override
    protected boolean writes() {
        return false;
    }

    @Override
    protected byte[] encode(RecordWriter writer, Routing routing) {
        return writer.traced(CallExchange.NO_TRACE).readCounters(routing, List.of());
    }

    @Override
    protected boolean succeeds(Verdict verdict, ReplyDecoder reply) {
        return verdict == Verdict.OK;
    }

    @Override
    protected void success(ReplyDecoder reply) {}

    @Override
    protected void rejection(Verdict verdict, ReplyDecoder reply) {}

    @Override
    protected void refused(Code code, String detail) {}
}
