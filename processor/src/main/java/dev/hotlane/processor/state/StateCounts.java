package dev.hotlane.processor.state;

import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What was decided since the process was loaded: commands by kind and verdict, and holds that expired. A retry counts with
 * the verdict that it is answered. The state thread counts, without a barrier; any thread reads.
 */
public final class StateCounts {
    private static final int VERDICTS = Verdict.values().length;
    private static final int KINDS = CommandKind.values().length;

    private static final int EXPIRED = KINDS * VERDICTS;

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[EXPIRED + 1];

    void count(int kind, Verdict verdict) {
        add((kind < KINDS ? kind : 0) * VERDICTS + verdict.ordinal());
    }

    void expired() {
        add(EXPIRED);
    }

    private void add(int place) {
        COUNT.setOpaque(counts, place, counts[place] + 1);
    }

    /** Commands of that kind with that verdict. */
    public long of(CommandKind kind, Verdict verdict) {
        return (long) COUNT.getOpaque(counts, kind.value() * VERDICTS + verdict.ordinal());
    }

    /** Holds that expired. */
    public long holdsExpired() {
        return (long) COUNT.getOpaque(counts, EXPIRED);
    }
}
