package dev.hotlane.proof.simulation;

import java.util.function.BooleanSupplier;

/** Which threads of one run of a processor wait, and the replies that the gateway of its node did not take. */
final class RunWaits {
    private final ProcessorRun run;
    private boolean state;
    private boolean reply;
    private long refusedAt = Long.MAX_VALUE;

    RunWaits(ProcessorRun run) {
        this.run = run;
    }

    /** The thread state waits. */
    void stateWaits(BooleanSupplier until, long atMost) {
        state = true;
        run.place.world.await(run, until, atMost);
        state = false;
    }

    /** The thread reply waits. */
    void replyWaits(BooleanSupplier until, long atMost) {
        reply = true;
        run.place.world.await(run, until, atMost);
        reply = false;
    }

    /** Whether the thread state waits. */
    boolean state() {
        return state;
    }

    /** Whether the reply stage waits for the gateway of its node. */
    boolean reply() {
        return reply;
    }

    /** The gateway of its node did not take the reply to that offset. */
    void refused(long offset) {
        refusedAt = Math.min(refusedAt, offset);
    }

    boolean wasRefused() {
        return refusedAt != Long.MAX_VALUE;
    }

    /** The mark of acknowledged replies has not passed one that the gateway did not take. */
    void requireUnsettled(long mark) {
        Violation.require(
                mark <= refusedAt,
                "I25",
                () -> "the reply of " + refusedAt + " counts as acknowledged, and its gateway did not take it");
    }
}
