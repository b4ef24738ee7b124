package dev.hotlane.infra.warm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** How a warm-up ends, and that nothing of it is left. */
class WarmUpTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(1_500);
    private static final WarmUp.Pace ENDLESS = new WarmUp.Pace(Duration.ofMillis(100), Integer.MAX_VALUE);

    @Test
    void endsOnceItsSpeedNoLongerRises() {
        WarmUp.Pace quick = new WarmUp.Pace(Duration.ofMillis(100), 3);
        WarmUp warmUp = new WarmUp(LONG, () -> 0, () -> 1, () -> false, quick);
        assertThat(warmUp.run()).isEqualTo(WarmUp.End.PLATEAU);
        assertThat(warmUp.calls()).isPositive();
        assertThat(warmUp.failures()).isZero();
    }

    @Test
    void endsAtItsLimit() {
        long start = System.nanoTime();
        WarmUp warmUp = runningFor(SHORT, () -> 0);
        assertThat(warmUp.run()).isEqualTo(WarmUp.End.LIMIT);
        assertThat(millisSince(start)).isGreaterThanOrEqualTo(SHORT.toMillis());
        assertThat(warmUp.calls()).isPositive();
    }

    @Test
    void endsTwoSecondsAfterItsStartIfNoBeatCame() {
        long start = System.nanoTime();
        assertThat(runningFor(LONG, () -> -1).run()).isEqualTo(WarmUp.End.NO_LEADER);
        assertThat(millisSince(start)).isBetween(2_000L, 30_000L);
    }

    @Test
    void endsAtOnceIfTheLastBeatIsTwoSecondsOld() {
        LongSupplier silent = Duration.ofSeconds(2)::toNanos;
        WarmUp warmUp = runningFor(LONG, silent);
        assertThat(warmUp.run()).isEqualTo(WarmUp.End.NO_LEADER);
    }

    @Test
    void goesOnWhileBeatsCome() {
        LongSupplier almostSilent = Duration.ofMillis(1_900)::toNanos;
        WarmUp warmUp = runningFor(Duration.ofMillis(2_500), almostSilent);
        assertThat(warmUp.run()).isEqualTo(WarmUp.End.LIMIT);
    }

    /** The former leader's gateway may have died with it: a node that leads and opens no port serves no caller. */
    @Test
    void endsAtOnceIfTheLeaderChanges() {
        WarmUp warmUp = new WarmUp(LONG, () -> 0, turning(7, 8), () -> false, ENDLESS);
        assertThat(warmUp.run()).isEqualTo(WarmUp.End.LEADER_CHANGED);
    }

    @Test
    void goesOnWhenTheFirstBeatComes() {
        WarmUp warmUp = new WarmUp(SHORT, () -> 0, turning(0, 7), () -> false, ENDLESS);
        assertThat(warmUp.run()).isEqualTo(WarmUp.End.LIMIT);
    }

    /** The first epoch for 100 looks, then the second one. */
    private static LongSupplier turning(long first, long second) {
        AtomicLong looks = new AtomicLong();
        return () -> looks.incrementAndGet() > 100 ? second : first;
    }

    @Test
    void endsWhenTheProcessIsToEnd() {
        assertThat(new WarmUp(LONG, () -> 0, () -> 1, () -> true, ENDLESS).run())
                .isEqualTo(WarmUp.End.STOPPED);
    }

    @Test
    void doesNothingWithALimitOfZero() {
        Set<Thread> before = threads();
        LongSupplier unasked = () -> {
            throw new AssertionError("asked for a BEAT");
        };
        WarmUp warmUp = runningFor(Duration.ZERO, unasked);
        assertThat(warmUp.run()).isEqualTo(WarmUp.End.OFF);
        assertThat(warmUp.calls()).isZero();
        assertThat(threads()).isSubsetOf(before);
    }

    @Test
    void leavesNoThreadAndNoSocket() {
        // The first one loads classes and opens what the JVM keeps for good.
        runningFor(SHORT, () -> 0).run();
        Set<Thread> threads = threads();
        long files = openFiles();
        runningFor(SHORT, () -> 0).run();
        Awaitility.await().untilAsserted(() -> assertThat(threads()).isSubsetOf(threads));
        Awaitility.await().untilAsserted(() -> assertThat(openFiles()).isLessThanOrEqualTo(files));
    }

    /** A warm-up without a plateau. */
    private static WarmUp runningFor(Duration max, LongSupplier beatAgeNanos) {
        return new WarmUp(max, beatAgeNanos, () -> 1, () -> false, ENDLESS);
    }

    private static long millisSince(long start) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                // Those of this test and of the JDK.
                .filter(thread -> !thread.getName().startsWith("awaitility"))
                .filter(thread -> !thread.getName().startsWith("ForkJoinPool"))
                .collect(Collectors.toSet());
    }

    private static long openFiles() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }
}
