package dev.hotlane.gateway.changes;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Readers of streams that are behind the ring, whose steps a test makes. One thread. */
final class HandReaders extends CatchUps {
    private final ChangesSource source;
    private final Map<CatchUp, ChangesConsumer> running = new LinkedHashMap<>();

    HandReaders(ChangesSource source, ChangesCounts counts, int most) {
        super(source, counts, most);
        this.source = source;
    }

    @Override
    void start(CatchUp begun) {
        running.put(begun, source.catchUp());
    }

    /** One of them makes a step, if it may. */
    void step(Random random) {
        if (running.isEmpty()) {
            return;
        }
        CatchUp task = running.keySet().stream()
                .skip(random.nextInt(running.size()))
                .findFirst()
                .orElseThrow();
        if (task.isStopped() || task.takeWish() && !stepped(task)) {
            running.remove(task);
            ended();
        }
    }

    private boolean stepped(CatchUp task) {
        try {
            return task.step(running.get(task));
        } catch (IllegalStateException e) {
            // What it reads was deleted.
            task.refuse();
            return false;
        }
    }
}
