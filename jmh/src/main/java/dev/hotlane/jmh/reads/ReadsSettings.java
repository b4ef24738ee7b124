package dev.hotlane.jmh.reads;

import dev.hotlane.infra.stack.Jvm;
import java.time.Duration;
import java.util.List;

/**
 * What `bench reads` measures with. Immutable.
 *
 * @param connections of the closed loop
 * @param rate requests or writes a second where a rate is fixed
 * @param warmUp load before anything counts, for each server
 * @param duration of each load
 * @param repeats how often each is measured, in turn; tables show medians
 * @param manyKeys counters of a large view
 * @param cards product cards behind the proxy
 * @param jvmFlags of nodes, gateways and servers compared with them
 */
public record ReadsSettings(
        int connections,
        int rate,
        Duration warmUp,
        Duration duration,
        int repeats,
        int manyKeys,
        int cards,
        List<String> jvmFlags) {
    /** Enough for a figure: with all sections about 25 minutes. */
    public static final ReadsSettings USUAL = new ReadsSettings(
            256, 10_000, Duration.ofSeconds(20), Duration.ofSeconds(4), 3, 1_000_000, 20_000, Jvm.SELDOM_STOPPED);

    /** That everything runs and checks: no figure of it counts. */
    public static final ReadsSettings QUICK =
            new ReadsSettings(8, 200, Duration.ofMillis(300), Duration.ofMillis(300), 1, 2_000, 400, Jvm.SMALL);

    /** The list is copied. */
    public ReadsSettings {
        jvmFlags = List.copyOf(jvmFlags);
    }

    /** A copy with other times and number of measurements. */
    public ReadsSettings withTimes(Duration warm, Duration each, int times) {
        return new ReadsSettings(connections, rate, warm, each, times, manyKeys, cards, jvmFlags);
    }

    /** A copy with another number of connections. */
    public ReadsSettings withConnections(int count) {
        return new ReadsSettings(count, rate, warmUp, duration, repeats, manyKeys, cards, jvmFlags);
    }

    /** Whether figures are wanted, not only that everything runs. */
    boolean forFigures() {
        return !jvmFlags.equals(QUICK.jvmFlags);
    }
}
