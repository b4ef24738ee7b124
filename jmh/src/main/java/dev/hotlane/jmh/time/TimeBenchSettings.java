package dev.hotlane.jmh.time;

import dev.hotlane.infra.stack.Jvm;
import java.util.List;

/**
 * What `bench time` measures with. Immutable.
 *
 * @param keys of the log; its first commands touch each once
 * @param records commands behind the first snapshot
 * @param rungs snapshots of the ladder over them, about
 * @param rounds how often `at` and `what-if` are measured, in turn; medians count
 * @param rows of hl_change that are written before that stops
 * @param jvmFlags of the processor's JVM and of the commands'
 */
public record TimeBenchSettings(int keys, int records, int rungs, int rounds, int rows, List<String> jvmFlags) {
    /** That everything runs and checks: no figure of it counts. */
    public static final TimeBenchSettings QUICK = new TimeBenchSettings(100, 5_000, 3, 1, 2_000, Jvm.SMALL);

    /** The list is copied. */
    public TimeBenchSettings {
        jvmFlags = List.copyOf(jvmFlags);
    }
}
