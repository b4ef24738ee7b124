package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A caller that reads counters and keeps its answers. One thread. */
final class CounterCaller extends CallExchange {
    /** Its answers: {@code status version body}, before it {@code source offset age}, or {@code code detail} of the gateway's own. */
    final List<String> answers = new ArrayList<>();

    private final String trace;
    private final JsonText text = new JsonText();

    CounterCaller(Exchanges exchanges, String key) {
        this(exchanges, key, null);
    }

    CounterCaller(Exchanges exchanges, String key, String trace) {
        this(exchanges, Sender.NONE, key, trace);
    }

    CounterCaller(Exchanges exchanges, Sender sender, String key, String trace) {
        super(
                exchanges,
                new CounterRead(),
                LogRequest.counters(sender, List.of(key.getBytes(StandardCharsets.UTF_8))),
                0);
        this.trace = trace;
    }

    CounterCaller(Exchanges exchanges, ReadTerms terms, String... keys) {
        super(exchanges, keys.length == 1 ? new CounterRead() : new CounterQuery(), question(terms, keys), 0);
        trace = null;
    }

    private static LogRequest question(ReadTerms terms, String... keys) {
        return LogRequest.counters(
                Sender.NONE,
                Stream.of(keys).map(key -> key.getBytes(StandardCharsets.UTF_8)).toList(),
                terms);
    }

    @Override
    protected void local(long offset, long staleMs, boolean fromView) {
        answers.add((fromView ? "view " : "lane ") + offset + " " + staleMs);
    }

    @Override
    protected String trace() {
        return trace;
    }

    @Override
    protected JsonText open(int status, boolean replayed) {
        return text.clear();
    }

    @Override
    protected void answered(int status, long version, boolean replayed) {
        answers.add(status + " " + version + " " + body());
    }

    @Override
    protected void rejected(Code code, int status, long retryAfterMs, boolean replayed) {
        answers.add(status + " " + body());
    }

    @Override
    protected void refused(Code code, String detail) {
        answers.add(code + " " + detail);
    }

    private String body() {
        return new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8);
    }
}
