package dev.hotlane.gateway.call;

import dev.hotlane.gateway.lane.Exchanges;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A caller that reads one counter and keeps its answers. One thread. */
final class CounterCaller extends CallExchange {
    /** Its answers: {@code status version body}, or {@code code detail} of the gateway's own. */
    final List<String> answers = new ArrayList<>();

    private final String trace;
    private final JsonText text = new JsonText();

    CounterCaller(Exchanges exchanges, String key) {
        this(exchanges, key, null);
    }

    CounterCaller(Exchanges exchanges, String key, String trace) {
        super(exchanges, new CounterRead(), LogRequest.counters(List.of(key.getBytes(StandardCharsets.UTF_8))), 0);
        this.trace = trace;
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
    protected void rejected(int status, long retryAfterMs, boolean replayed) {
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
