package dev.hotlane.gateway.call;

import dev.hotlane.gateway.view.MemoryFeed;
import dev.hotlane.gateway.view.ScriptedPack;
import dev.hotlane.gateway.view.ViewTable;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test of reads of one event loop beside a lane in memory. The view stands at sequence 10 and has one counter. */
abstract class OnAView {
    static final int KEYS_MAX = 1_000;
    static final int WAITING_MAX = 2;
    static final ReadTerms LOCAL = ReadTerms.LOCAL;
    static final String BODY_AT_TEN = body("a", 5, 3);

    final MemoryLane lane = new MemoryLane(100);
    final LoopByHand loop = new LoopByHand();
    final Counts counts = new Counts();
    final ViewTable table = new ViewTable();
    private final MemoryFeed feed = new MemoryFeed(table, lane.proofs::clear, cause -> {});
    final LocalView view = new LocalView(table, lane.proofs, Duration.ofSeconds(5), counts);
    final LocalReads reads = new LocalReads(view, lane.exchanges, lane.health, WAITING_MAX, loop, lane::now);

    static final class Counts implements LocalView.Meters {
        int view;
        int lane;

        @Override
        public void readFromView() {
            view++;
        }

        @Override
        public void readFromLane() {
            lane++;
        }
    }

    @BeforeEach
    void load() {
        feed.row("a".getBytes(StandardCharsets.UTF_8), 1, 5, 3, 0, 0);
        Meta cut = new Meta();
        cut.nextOffset = 11;
        feed.loaded(cut, ScriptedPack.TOPIC);
        settle();
    }

    @AfterEach
    void close() {
        feed.close();
        loop.shutdownNow();
    }

    static ReadTerms least(long offset) {
        return new ReadTerms(true, ReadTerms.NONE, offset);
    }

    /** A READ that leaves now returns this sequence. */
    final void prove(long sequence) {
        lane.exchanges.publish(new CounterCaller(lane.exchanges, "z"));
        lane.reply(lane.records() - 1, counters(sequence, 1));
    }

    final void pack(long from, long to, long value) {
        pack(new ScriptedPack(from, to).set("a", value));
    }

    final void pack(ScriptedPack pack) {
        feed.take(pack.of(ScriptedPack.TOPIC, 0, 0));
        settle();
    }

    private void settle() {
        while (!feed.idle()) {
            Thread.onSpinWait();
        }
    }

    static Consumer<ReplyWriter> counters(long sequence, long value) {
        return writer -> writer.verdict(Verdict.OK, sequence, 99).counters(1).counter(value, 0, 0, sequence);
    }

    static String body(String key, long value, long version) {
        return "{\"key\":\"" + key + "\",\"value\":" + value + ",\"held\":0,\"confirmed\":0,\"version\":" + version
                + "}";
    }
}
