package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.view.ViewRead;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;

/** Reads many counters, all as of one sequence: from the view, or by one READ of the log. Belongs to one event loop. */
public final class CutReader {
    private final Exchanges exchanges;
    private final LocalReads reads;
    private final IntSupplier keysMax;
    private final JsonText text = new JsonText();

    /** {@code keysMax} returns how many keys a READ may have by the rules in force. */
    public CutReader(Exchanges exchanges, LocalReads reads, IntSupplier keysMax) {
        this.exchanges = exchanges;
        this.reads = reads;
        this.keysMax = keysMax;
    }

    /** Takes the outcome of a read. */
    public interface Receiver {
        /** The counters. */
        void received(CounterCut cut);

        /** A problem instead. */
        void refused(Code code, String detail);

        /** The log ends at this sequence, which is below the least offset of the terms. */
        void ended(long sequence);
    }

    /**
     * Calls the receiver once, on this event loop, maybe before it returns. Throws RequestRefused if the read can't
     * start; then it does not call the receiver. More keys than a READ may have are rejected also where the view could
     * answer, so that no request depends on the view.
     *
     * @param sender who calls; {@link Sender#NONE} for a read on behalf of several
     * @param keys not copied, one may be there twice; none to find the log's end only
     * @param terms where the counters may come from
     * @param trace the caller's W3C trace context unchanged, or null
     */
    public void read(Sender sender, List<byte[]> keys, ReadTerms terms, String trace, Receiver receiver) {
        int most = keysMax.getAsInt();
        if (keys.size() > most) {
            requireAtMost(most, new DistinctKeys(keys).list().size());
        }
        reads.send(new Cut(sender, keys, terms, CallExchange.tracePart(trace), receiver), most);
    }

    private static void requireAtMost(int most, int found) {
        if (found > most) {
            throw RequestRefused.malformed("the query parameter ids: these products have " + found
                    + " counters, a read may have " + most + ": ask for fewer at a time");
        }
    }

    private final class Cut extends LocalExchange {
        private final Sender sender;
        private final List<byte[]> keys;
        private final ReadTerms terms;
        private final byte[] trace;
        private final Receiver receiver;

        /** What the READ has; set when it leaves. */
        private DistinctKeys distinct;

        Cut(Sender sender, List<byte[]> keys, ReadTerms terms, byte[] trace, Receiver receiver) {
            super(exchanges, null, 0);
            this.sender = sender;
            this.keys = keys;
            this.terms = terms;
            this.trace = trace;
            this.receiver = receiver;
        }

        @Override
        ReadTerms terms() {
            return terms;
        }

        @Override
        List<byte[]> keys() {
            return keys;
        }

        @Override
        void view(ViewRead view, long staleMs) {
            List<byte[]> bodies = new ArrayList<>(keys.size());
            for (int i = 0; i < keys.size(); i++) {
                view.write(i, keys.get(i), text.clear());
                bodies.add(written());
            }
            receiver.received(new CounterCut(view.cut().to(), staleMs, true, bodies));
        }

        @Override
        void publish(Exchanges to, SharedReads shared, int most) {
            distinct = new DistinctKeys(keys);
            to.publish(this);
        }

        @Override
        protected boolean writes() {
            return false;
        }

        @Override
        protected byte[] encode(RecordWriter writer, Routing routing) {
            return LogRequest.counters(sender, distinct.list(), terms).encode(writer, routing, trace);
        }

        @Override
        protected boolean succeeds(Verdict verdict, ReplyDecoder reply) {
            return verdict == Verdict.OK;
        }

        @Override
        protected void success(ReplyDecoder reply) {
            long sequence = reply.sequence();
            if (terms.minOffset() > sequence) {
                receiver.ended(sequence);
                return;
            }
            List<byte[]> read = distinct.list();
            List<byte[]> bodies = new ArrayList<>(read.size());
            for (ReplyDecoder.CountersDecoder counter : ReplyFields.counters(reply, read.size())) {
                CounterRead.write(read.get(bodies.size()), counter, text.clear());
                bodies.add(written());
            }
            receiver.received(new CounterCut(sequence, 0, false, distinct.spread(bodies)));
        }

        private byte[] written() {
            return Arrays.copyOf(text.bytes(), text.length());
        }

        /** RULES with a smaller {@code readKeysMax} may be in force before the BEAT that reports them. */
        @Override
        protected void rejection(Verdict verdict, ReplyDecoder reply) {
            receiver.refused(
                    Code.of(verdict),
                    "The lane rejected a read of " + distinct.list().size() + " counters: ask for fewer products.");
        }

        @Override
        protected void refused(Code code, String detail) {
            RequestRefused refusal = terms.refusal(code, detail);
            receiver.refused(refusal.code(), refusal.getMessage());
        }
    }
}
