package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.Exchange;
import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One READ for several calls that each read one counter. It has each key once; each call gets an answer of its own, the
 * same as from a READ of its own. Belongs to its event loop.
 */
final class SharedRead extends Exchange {
    private final Exchanges exchanges;

    /** The calls without an answer yet, by their keys, which are in the order of the record. */
    private final Map<ByteBuffer, Deque<CallExchange>> calls = new LinkedHashMap<>();

    private byte[] trace = CallExchange.NO_TRACE;
    private Sender sender;
    private int callers;

    /** A READ without a call; it needs one before it gets its place. */
    SharedRead(Exchanges exchanges) {
        super(exchanges, null, 0);
        this.exchanges = exchanges;
    }

    /** Whether the READ has at most {@code keysMax} keys with that of the call. */
    boolean fits(CallExchange call, int keysMax) {
        return calls.size() < keysMax || calls.containsKey(key(call));
    }

    /** Adds a call before the READ is sent. */
    void add(CallExchange call) {
        calls.computeIfAbsent(key(call), first -> new ArrayDeque<>(1)).add(call);
        Sender one = call.question.sender();
        sender = callers == 0 || one.equals(sender) ? one : Sender.NONE;
        callers++;
        if (trace.length == 0) {
            trace = call.tracePart();
        }
    }

    private static ByteBuffer key(CallExchange call) {
        return ByteBuffer.wrap(call.question.keys().get(0));
    }

    @Override
    protected int callers() {
        return callers;
    }

    @Override
    protected boolean writes() {
        return false;
    }

    /**
     * The record has one trace context: that of the first call that has one. It names tenant and principal only if all
     * calls have the same.
     */
    @Override
    protected byte[] encode(RecordWriter writer, Routing routing) {
        LogRequest all = LogRequest.counters(
                sender, calls.keySet().stream().map(ByteBuffer::array).toList());
        return all.encode(writer, routing, trace);
    }

    @Override
    protected boolean succeeds(Verdict verdict, ReplyDecoder reply) {
        return verdict == Verdict.OK;
    }

    @Override
    protected void success(ReplyDecoder reply) {
        ReplyDecoder.CountersDecoder counters = ReplyFields.counters(reply, calls.size());
        calls.forEach((key, same) -> {
            ReplyDecoder.CountersDecoder counter = counters.next();
            each(same, call -> call.counter(counter, reply));
        });
    }

    /**
     * RULES with a smaller {@code readKeysMax}, in force before the BEAT that reports them, reject a READ of many keys.
     * Then each call gets a READ of its own.
     */
    @Override
    protected void rejection(Verdict verdict, ReplyDecoder reply) {
        if (verdict == Verdict.MALFORMED && calls.size() > 1) {
            all(this::sendAlone);
        } else {
            all(call -> call.rejection(verdict, reply.sbeRewind()));
        }
    }

    private void sendAlone(CallExchange call) {
        try {
            exchanges.publish(call);
        } catch (RequestRefused e) {
            call.refused(e.code(), e.getMessage());
        }
    }

    @Override
    protected void refused(Code code, String detail) {
        all(call -> call.refused(code, detail));
    }

    private void all(Consumer<CallExchange> end) {
        calls.values().forEach(same -> each(same, end));
    }

    /** Ends these calls; one that fails stays, and so do those behind it. */
    private static void each(Deque<CallExchange> same, Consumer<CallExchange> end) {
        while (!same.isEmpty()) {
            end.accept(same.peek());
            same.remove();
        }
    }
}
