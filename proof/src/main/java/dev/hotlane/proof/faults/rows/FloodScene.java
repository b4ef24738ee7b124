package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.RecordForger;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import java.time.Duration;

/** What rows with a flood have in common: caps, payers, heaps, a restart. One thread: the row's. */
final class FloodScene {
    /** Caps of a brief row, so that they are full within seconds. */
    static final long BRIEF_WINDOW_BYTES = 1_500_000;

    private static final long BRIEF_STATE_BYTES = 1_500_000;

    /** Of a whole row. */
    private static final Duration FLOODED = Duration.ofMinutes(10);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
    private static final int PAYERS = 800;
    private static final int PAYERS_OF_BRIEF = 40;
    private static final int PAYERS_AT_ONCE = 10;

    /** Heap of a process of a row, see {@link dev.hotlane.infra.stack.Jvm#SMALL}. */
    private static final long HEAP_BYTES = 256L << 20;

    private static final double HEAP_SHARE_MAX = 0.8;

    private final Scene on;
    private final boolean brief;
    private double heapShare;
    private Payers payers;

    FloodScene(Scene on) {
        this.on = on;
        brief = on.rounds(0, 1) == 1;
    }

    /** Whether the row has few rounds. */
    boolean isBrief() {
        return brief;
    }

    /**
     * Lets the log have the flood's commands, and payers reserve. A brief row gets caps of its own: {@code rules} with few
     * bytes of state, and with its bytes of window.
     */
    Payers begin(Rules rules, long briefWindowBytes) {
        on.findings().allowOthers();
        if (brief) {
            Rules next = rules.as(2, 1).withBytes(BRIEF_STATE_BYTES, briefWindowBytes);
            try (RecordForger forger = RecordForger.of(on)) {
                forger.write(null, new RecordWriter().rules(next));
            }
            on.await("the caps", () -> leaderMetric("hotlane_window_bytes_limit") == briefWindowBytes);
        }
        payers = new Payers(on, on.rounds(PAYERS, PAYERS_OF_BRIEF));
        return payers;
    }

    /** Payers pay and heaps are read: once, in a whole row for half of its time. */
    void watch(Runnable look) {
        long end = System.nanoTime() + (brief ? 0 : FLOODED.toNanos() / 2);
        do {
            for (int i = 0; i < PAYERS_AT_ONCE; i++) {
                payers.pay();
            }
            look.run();
            weigh();
            Patience.pass(brief ? Duration.ZERO : BETWEEN_LOOKS);
        } while (System.nanoTime() < end && payers.left());
        for (ChildSlot place : on.places()) {
            on.require(place.exits().isEmpty(), place.name() + " ended. " + place.tail());
        }
    }

    private void weigh() {
        // Those of gateways are the same in a brief row.
        for (ChildSlot place : brief ? on.processors() : on.places()) {
            double share = (double) place.liveBytes() / HEAP_BYTES;
            on.require(
                    share <= HEAP_SHARE_MAX,
                    place.name() + " has " + Math.round(100 * share) + " % of its heap in use");
            heapShare = Math.max(heapShare, share);
        }
    }

    /** Kills both processors and waits until they serve again. */
    void restart() {
        on.nemesis("both processors killed and started");
        long begin = System.nanoTime();
        on.killProcessors();
        on.processors().forEach(ChildSlot::start);
        on.awaitAll();
        on.fact(String.format("restart %.1f s", (System.nanoTime() - begin) / 1e9));
    }

    /** Waits until MySQL has all that is applied now. */
    void awaitFlushed() {
        long applied = on.offsets(on.awaitLeader()).getLong("applied");
        on.await("MySQL to have it", () -> on.offsets(on.awaitLeader()).getLong("flushed") >= applied);
    }

    /** Waits until an honest caller makes a key: there is room again. */
    void awaitTaken(String key) {
        payers.awaitTaken(key);
    }

    /** A figure of the leader. */
    double leaderMetric(String name) {
        return on.awaitLeader().metric(name);
    }

    /** What the flood and the payers were answered, and the fullest heap. */
    void report(BatchFlood flood) {
        on.fact(String.format(
                "%,d answers to the flood: 200 %,d, 201 %,d, 429 %,d, 503 %,d; heap at most %.0f %%; %s",
                flood.answered(),
                flood.answered(200),
                flood.answered(201),
                flood.answered(429),
                flood.answered(503),
                100 * heapShare,
                payers.summary()));
    }
}
