package dev.hotlane.gateway.watch;

import dev.hotlane.gateway.call.LoopByHand;
import dev.hotlane.gateway.view.ScriptedPack;
import dev.hotlane.gateway.view.ViewByHand;
import dev.hotlane.gateway.view.ViewCut;
import dev.hotlane.gateway.view.ViewFollower;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** The view and the watches of a gateway of one event loop, run by a test. Its view-table is the test's thread. */
final class HandGateway {
    static final String LANE = "lane";
    static final int STREAMS_MAX = 100;
    private static final Duration TAKE_MAX = Duration.ofSeconds(30);

    final ViewByHand view = new ViewByHand();
    final LoopByHand loop = new LoopByHand();
    final Watches watches;
    final WatchLoop streams;
    private final WatchedHistory history;
    private Runnable unmarked = () -> {};
    private boolean inPack;

    /** W, or -1 without a view. */
    long at = -1;

    long nowNanos = 5_000;
    final long topic = ScriptedPack.TOPIC;

    HandGateway(WatchedHistory history, int removedKept) {
        this.history = history;
        // Before the watches: it runs when a pack can be read and is not marked.
        view.table.follow(new ViewFollower() {
            @Override
            public void loaded(ViewCut to) {
                unmarked.run();
            }

            @Override
            public void applied(ViewCut to, Changed changed) {
                unmarked.run();
            }

            @Override
            public void dropped() {
                unmarked.run();
            }
        });
        watches = new Watches(view.table, LANE, this::keys, STREAMS_MAX, removedKept);
        streams = watches.loop(loop, () -> nowNanos, new SplittableRandom(1), TAKE_MAX);
    }

    private List<byte[]> keys(byte[] prefix) {
        return history.keys(new String(prefix, StandardCharsets.UTF_8), at).stream()
                .map(key -> key.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** This happens while a load, a pack or a drop is not marked. */
    void whileUnmarked(Runnable happens) {
        unmarked = happens;
    }

    void load(long to) {
        at = to;
        history.load(view, to);
    }

    /** Applies the records up to this one; {@code meanwhile} runs in the middle of the pack. */
    void pack(long to, Runnable meanwhile) {
        ScriptedPack pack = history.pack(topic, at, to).then(meanwhile);
        at = to;
        inPack = true;
        view.apply(pack);
        inPack = false;
        view.between();
    }

    void pack(long to) {
        pack(to, () -> {});
    }

    void drop() {
        at = -1;
        view.drop();
    }

    /** Time passes, then the event loop runs once. */
    void turn(long ms) {
        nowNanos += ms * 1_000_000;
        if (at >= 0 && !inPack) {
            view.between();
        }
        loop.turn();
        loop.timeComes();
    }
}
