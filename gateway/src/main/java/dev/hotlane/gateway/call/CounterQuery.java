package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.gateway.view.ViewRead;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.ArrayList;
import java.util.List;

/** {@code POST /v1/counters/query}: reads many counters, all at one offset. */
public final class CounterQuery implements Call {
    private static final byte[] OFFSET = JsonText.ascii("{\"offset\":");
    private static final byte[] TIME = JsonText.ascii(",\"time\":");
    private static final byte[] COUNTERS = JsonText.ascii(",\"counters\":[");
    private static final byte[] LOCAL_COUNTERS = JsonText.ascii("{\"counters\":[");

    @Override
    public List<String> parameters() {
        return ReadTerms.PARAMETERS;
    }

    @Override
    public boolean readsCounters() {
        return true;
    }

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new Keys(limits.readKeysMax());
    }

    private static final class Keys implements Draft {
        private final int keysMax;
        private final List<byte[]> keys = new ArrayList<>();
        private int met;

        Keys(int keysMax) {
            this.keysMax = keysMax;
        }

        @Override
        public void field(String name, StrictJson json) {
            if (!name.equals("keys")) {
                throw json.unknownField("keys");
            }
            met = json.once(met, 1);
            json.beginArray();
            for (byte[] key = json.nextKey(); key != null; key = json.nextKey()) {
                if (keys.size() == keysMax) {
                    throw json.fault("a query has at most " + keysMax + " keys");
                }
                keys.add(key);
            }
        }

        @Override
        public LogRequest question(CallInput in) {
            if (keys.isEmpty()) {
                throw in.malformed("a query has \"keys\": 1 to " + keysMax);
            }
            return LogRequest.counters(in.sender(), keys, ReadTerms.of(in.parameters()));
        }
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        boolean local = question.terms().local();
        if (local) {
            out.raw(LOCAL_COUNTERS);
        } else {
            out.raw(OFFSET)
                    .number(reply.sequence())
                    .raw(TIME)
                    .number(reply.time())
                    .raw(COUNTERS);
        }
        int i = 0;
        for (ReplyDecoder.CountersDecoder counter :
                ReplyFields.counters(reply, question.keys().size())) {
            if (i > 0) {
                out.raw(',');
            }
            CounterRead.write(question.keys().get(i++), counter, out);
        }
        out.raw(']').raw('}');
        return NO_VERSION;
    }

    @Override
    public long answer(LogRequest question, ViewRead view, JsonText out) {
        out.raw(LOCAL_COUNTERS);
        for (int i = 0; i < question.keys().size(); i++) {
            if (i > 0) {
                out.raw(',');
            }
            view.write(i, question.keys().get(i), out);
        }
        out.raw(']').raw('}');
        return NO_VERSION;
    }
}
