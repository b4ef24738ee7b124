package dev.hotlane.proof.simulation;

import static dev.hotlane.proof.simulation.Violation.require;

import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.state.Effects;
import java.util.ArrayList;
import java.util.List;

/** What a SKIP takes out, nobody applies who can know of it; and who had applied it before comes to an end there. */
final class Quarantine {
    private final World world;
    private final List<Skip> skips = new ArrayList<>();

    /** The record at {@code target} was taken out by the one at {@code at}. */
    private record Skip(long target, long at) {}

    Quarantine(World world) {
        this.world = world;
    }

    void begin(long target, long at) {
        skips.add(new Skip(target, at));
    }

    /** Whether this process began before a SKIP was there, and goes on without it from that offset on. */
    boolean missedBy(ProcessorRun run, long offset) {
        for (Skip skip : skips) {
            if (run.begun.from() <= skip.target() && run.begun.end() <= skip.at() && skip.target() <= offset) {
                return true;
            }
        }
        return false;
    }

    /** A process that missed a SKIP applied a record: it must not get past the SKIP, and nobody may hear of it. */
    void appliedByOneWhoMissed(ProcessorRun run, Slot slot) {
        world.tally.count("records applied without a SKIP further on");
        for (Skip skip : skips) {
            boolean before = run.begun.from() > skip.target() || run.begun.end() > skip.at() || slot.offset < skip.at();
            require(
                    before,
                    "I22",
                    () -> "processor " + run.place.index + " had applied offset " + skip.target()
                            + " and went past the SKIP of it at " + skip.at());
        }
        require(!slot.leads, "I22", () -> "processor " + run.place.index + " leads with a record that a SKIP took out");
    }

    /** A process that knows the SKIP has the record behind it. */
    void steppedOver(ProcessorRun run, Slot slot) {
        world.tally.count("records stepped over");
        boolean answers = slot.effects.replyLength() > 0;
        require(
                !answers && slot.effects.windowEntryCount() <= 1,
                "I22",
                () -> "processor " + run.place.index + " did not step over offset " + slot.offset);
        slot.effects.forEachChange(new NoChange(slot.offset));
    }

    /** Whatever is changed is one change too much. */
    private record NoChange(long offset) implements Effects.ChangeSink {
        @Override
        public void counter(
                byte[] key, int at, int length, long hash, long value, long version, long held, long confirmed) {
            removed(key, at, length, hash);
        }

        @Override
        public void removed(byte[] key, int at, int length, long hash) {
            throw new Violation("I22", "offset " + offset + " was to be stepped over, and changed a counter", null);
        }
    }
}
