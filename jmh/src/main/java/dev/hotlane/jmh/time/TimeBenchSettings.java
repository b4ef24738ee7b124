package dev.hotlane.jmh.time;

import dev.hotlane.infra.stack.Jvm;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What `bench time` measures with. Immutable.
 *
 * @param sizes how much
 * @param rounds how often `at` and `what-if` are measured, in turn; medians count
 * @param parts what is measured
 * @param jvmFlags of the processor's JVM and of the commands'
 */
public record TimeBenchSettings(PastSizes sizes, int rounds, Set<TimePart> parts, List<String> jvmFlags) {
    /** That everything runs and checks: no figure of it counts. */
    public static final TimeBenchSettings QUICK = new TimeBenchSettings(
            new PastSizes(100, 500, 5_000, 2_000, 0, 2_000, 2_000), 1, EnumSet.allOf(TimePart.class), Jvm.SMALL);

    /** The collections are copied. */
    public TimeBenchSettings {
        parts = Set.copyOf(parts);
        jvmFlags = List.copyOf(jvmFlags);
    }
}
