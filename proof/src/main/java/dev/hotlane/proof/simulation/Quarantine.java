package dev.hotlane.proof.simulation;

import static dev.hotlane.proof.simulation.Violation.require;

import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.state.ChangeSink;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that a process that starts after a SKIP does not apply the record. A process that has applied it must end at
 * the SKIP.
 */
final class Quarantine {
    private final World world;
    private final List<Skip> skips = new ArrayList<>();

    /**
     * The SKIP at {@code at} names the record at {@code target}.
     *
     * @param harmless the record changes nothing either way
     * @param forged appended while processors ran, so that a leader may have applied the record
     */
    private record Skip(long target, long at, boolean harmless, boolean forged) {
        boolean missedBy(ProcessorRun run, long offset) {
            return run.begun.from() <= target && run.begun.end() <= at && target <= offset;
        }
    }

    Quarantine(World world) {
        this.world = world;
    }

    void begin(long target, long at, boolean harmless, boolean forged) {
        skips.add(new Skip(target, at, harmless, forged));
    }

    /** Whether a forged SKIP may have voided an answer at that offset. */
    boolean mayVoid(long offset) {
        return skips.stream().anyMatch(skip -> skip.forged() && skip.target() <= offset && offset < skip.at());
    }

    /** Whether the state after that offset may be the one that a SKIP behind it voided. */
    boolean mayDiffer(long offset) {
        return skips.stream().anyMatch(skip -> skip.target() <= offset && offset < skip.at());
    }

    /**
     * Whether this process searched the log before the SKIP was appended, so that it applies the record, at that offset
     * or before.
     */
    boolean missedBy(ProcessorRun run, long offset) {
        return skips.stream().anyMatch(skip -> skip.missedBy(run, offset));
    }

    /** Whether such a process has another state than one that found the SKIP. */
    boolean strayed(ProcessorRun run, long offset) {
        return skips.stream().anyMatch(skip -> !skip.harmless() && skip.missedBy(run, offset));
    }

    private boolean strayedByOperator(ProcessorRun run, long offset) {
        return skips.stream().anyMatch(skip -> !skip.harmless() && !skip.forged() && skip.missedBy(run, offset));
    }

    /**
     * A process that missed a SKIP has applied a record: it must not get past the SKIP. It must not lead there, unless
     * the SKIP is forged: then it may lead up to the SKIP.
     */
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
        require(
                !slot.leads || !strayedByOperator(run, slot.offset),
                "I22",
                () -> "processor " + run.place.index + " leads with a record that a SKIP took out");
    }

    /** A process that found the SKIP has passed the record: nothing may have changed and no reply may leave. */
    void steppedOver(ProcessorRun run, Slot slot) {
        world.tally.count("records stepped over");
        boolean answers = slot.effects.replyLength() > 0;
        require(
                !answers && slot.effects.windowEntryCount() <= 1,
                "I22",
                () -> "processor " + run.place.index + " did not step over offset " + slot.offset);
        slot.effects.forEachChange(new NoChange(slot.offset));
    }

    /** Throws at any change. */
    private record NoChange(long offset) implements ChangeSink {
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
