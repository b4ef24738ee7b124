package dev.hotlane.proof.faults.rows;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.Scene;

/** Expects that a processor ends at its start or while it runs, with an exit code that names the cause. */
final class Refusing {
    private Refusing() {}

    /** Starts the processor and waits until it ends; the row fails unless it ends with that code and names it. */
    static void expect(Scene on, ChildSlot place, ExitCode code) {
        int before = place.exits().size();
        place.startOnce();
        awaitEnd(on, place, before, code);
    }

    /**
     * Waits until a running processor ends by itself; {@code before} is the number of its processes that had ended
     * before.
     */
    static void awaitEnd(Scene on, ChildSlot place, int before, ExitCode code) {
        on.await(place.name() + " to refuse", () -> place.exits().size() > before);
        int found = place.exits().get(before);
        on.require(
                found == code.number() && place.tail().contains(code.name()),
                place.name() + " ended with exit code " + found + ", expected " + code.number() + " and " + code
                        + " in its log. " + place.tail());
    }
}
