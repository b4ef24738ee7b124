package dev.hotlane.proof.simulation;

import static dev.hotlane.proof.simulation.Violation.require;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.HoldSink;
import java.util.HashMap;
import java.util.Map;

/** Checks that each hold ends once, and that nothing changes it afterwards. */
final class HoldEnds implements HoldSink {
    private final Map<Long, Long> ends = new HashMap<>();
    private final HoldImage view = new HoldImage();
    private long offset;

    /** Checks the holds that the record at that offset changed. */
    void examine(long record, Effects effects) {
        offset = record;
        effects.forEachHold(view, this);
    }

    /** A SKIP took out that record: what happened from there on has another result. */
    void takenOut(long target) {
        ends.values().removeIf(end -> end >= target);
    }

    @Override
    public void opened(HoldImage hold) {
        require(hold.createdSequence() == offset, "I12", () -> "offset " + offset + " opened another's hold");
    }

    @Override
    public void changed(HoldImage hold) {
        require(
                !ends.containsKey(hold.createdSequence()) || ends.get(hold.createdSequence()) > offset,
                "I12",
                () -> "offset " + offset + " changed the hold of " + hold.createdSequence() + " after its end");
    }

    @Override
    public void resolved(HoldImage hold) {
        Long before = ends.putIfAbsent(hold.createdSequence(), offset);
        require(
                before == null || before == offset,
                "I12",
                () -> "the hold of " + hold.createdSequence() + " ended at " + before + " and at " + offset);
    }
}
