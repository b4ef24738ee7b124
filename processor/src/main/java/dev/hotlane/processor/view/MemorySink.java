package dev.hotlane.processor.view;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Passes packs to the gateway in the same process. Two sets of changes take turns: one fills while the gateway reads the
 * other. While the gateway is busy, the filling one coalesces. Owned by the thread view.
 */
final class MemorySink {
    private final OwnView own;
    private final MapPack pack;
    private final AtomicLong packs = new AtomicLong();
    private Changes filling = new Changes();
    private Changes taken = new Changes();
    private long from;

    /** @param from sequence that the first pack begins after: the view has the rows as of it */
    MemorySink(OwnView own, long topicHash, long from) {
        this.own = own;
        this.from = from;
        pack = new MapPack(topicHash);
    }

    /** The changes since the last pack. */
    Changes filling() {
        return filling;
    }

    /** Passes a pack if the view is idle and {@code cut} is new to it. */
    void offer(CutPoint cut) {
        if (cut.sequence == from || !own.idle()) {
            return;
        }
        taken.clear();
        Changes full = filling;
        filling = taken;
        taken = full;
        pack.of(taken, from, cut);
        from = cut.sequence;
        packs.setOpaque(packs.getPlain() + 1);
        own.take(pack);
    }

    /** Packs passed so far; any thread. */
    long packs() {
        return packs.getOpaque();
    }
}
