package dev.hotlane.gateway.call;

import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A caller that reads a cut of counters and keeps what it receives. One thread. */
final class CutCaller implements CutReader.Receiver {
    /** {@code source offset age bodies}, {@code ended sequence}, or {@code code detail}. */
    final List<String> received = new ArrayList<>();

    private final List<byte[]> keys;

    CutCaller(String... keys) {
        this.keys =
                Stream.of(keys).map(key -> key.getBytes(StandardCharsets.UTF_8)).toList();
    }

    CutCaller read(CutReader cuts, ReadTerms terms) {
        cuts.read(Sender.NONE, keys, terms, null, this);
        return this;
    }

    @Override
    public void received(CounterCut cut) {
        JsonText text = new JsonText();
        cut.bodies().forEach(text::raw);
        received.add((cut.fromView() ? "view " : "lane ") + cut.sequence() + " " + cut.staleMs() + " "
                + new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8));
    }

    @Override
    public void refused(Code code, String detail) {
        received.add(code + " " + detail);
    }

    @Override
    public void ended(long sequence) {
        received.add("ended " + sequence);
    }
}
