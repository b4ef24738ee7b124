package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.Exchange;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;

/** Reads counters through the log: one READ has them all. Belongs to its event loop. */
public final class LaneCutReader implements CutReader {
    private final Exchanges exchanges;
    private final IntSupplier keysMax;

    /** {@code keysMax} returns how many keys a READ may have by the rules in force. */
    public LaneCutReader(Exchanges exchanges, IntSupplier keysMax) {
        this.exchanges = exchanges;
        this.keysMax = keysMax;
    }

    @Override
    public void read(Set<ByteBuffer> keys, String trace, Receiver receiver) {
        int most = keysMax.getAsInt();
        if (keys.size() > most) {
            throw tooMany(keys.size(), most);
        }
        exchanges.publish(new Cut(exchanges, keys, trace, receiver));
    }

    private static RequestRefused tooMany(int keys, int most) {
        return RequestRefused.malformed("the query parameter ids: these products have " + keys
                + " counters, a read may have " + most + ": ask for fewer at a time");
    }

    private static final class Cut extends Exchange {
        private final List<byte[]> keys;
        private final byte[] trace;
        private final Receiver receiver;

        Cut(Exchanges exchanges, Set<ByteBuffer> keys, String trace, Receiver receiver) {
            super(exchanges, null, 0);
            this.keys = keys.stream().map(ByteBuffer::array).toList();
            this.trace = CallExchange.tracePart(trace);
            this.receiver = receiver;
        }

        @Override
        protected boolean writes() {
            return false;
        }

        @Override
        protected byte[] encode(RecordWriter writer, Routing routing) {
            return LogRequest.counters(keys).encode(writer, routing, trace);
        }

        @Override
        protected boolean succeeds(Verdict verdict, ReplyDecoder reply) {
            return verdict == Verdict.OK;
        }

        @Override
        protected void success(ReplyDecoder reply) {
            long sequence = reply.sequence();
            Map<ByteBuffer, CounterNumbers> counters = new HashMap<>(2 * keys.size());
            int i = 0;
            for (ReplyDecoder.CountersDecoder counter : ReplyFields.counters(reply, keys.size())) {
                counters.put(ByteBuffer.wrap(keys.get(i++)), CounterNumbers.of(counter));
            }
            receiver.received(new CounterCut(sequence, CounterCut.LANE, counters));
        }

        /** RULES with a smaller {@code readKeysMax} may be in force before the BEAT that reports them. */
        @Override
        protected void rejection(Verdict verdict, ReplyDecoder reply) {
            receiver.refused(
                    Code.of(verdict),
                    "The lane rejected a read of " + keys.size() + " counters: ask for fewer products.");
        }

        @Override
        protected void refused(Code code, String detail) {
            receiver.refused(code, detail);
        }
    }
}
