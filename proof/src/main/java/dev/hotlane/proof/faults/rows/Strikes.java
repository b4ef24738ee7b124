package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Forges records as a stranger. Measures how long callers wait for answers, and whether a metric shows the records. One
 * thread.
 */
final class Strikes implements AutoCloseable {
    /** The bound of all rows; a longer time is compared with that of a restart. */
    private static final long STOP_MS_MAX = 30_000;

    /** The leader's, and then the standby's. */
    private static final int RESTARTS = 2;

    private static final int ANSWERS_AFTER = 50;
    private static final int SHOWN_TRIES_MAX = 5;
    private static final Duration SHOWN_WITHIN = Duration.ofSeconds(20);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Scene on;
    private final Stranger stranger;
    private int ignored;
    private int effective;
    private long longestMs;

    Strikes(Scene on) {
        this.on = on;
        stranger = new Stranger(on);
    }

    Stranger stranger() {
        return stranger;
    }

    /** Forges records that must change nothing and show in that metric of the leader. */
    void ignored(String metric, Supplier<List<byte[]>> forged) {
        for (int i = 0; i < SHOWN_TRIES_MAX; i++) {
            strike("records to be ignored", forged);
            if (isShown(metric)) {
                return;
            }
        }
        throw new RowFailure(metric + " did not grow at " + SHOWN_TRIES_MAX + " bursts of forged records");
    }

    /** A leader that was started meanwhile may have seen none of the records; then the caller sends another burst. */
    private boolean isShown(String metric) {
        long deadline = System.nanoTime() + SHOWN_WITHIN.toNanos();
        while (System.nanoTime() < deadline) {
            if (on.leader().map(place -> shows(place, metric)).orElse(false)) {
                return true;
            }
            Patience.pass(LOOK);
        }
        return false;
    }

    private static boolean shows(ChildSlot place, String metric) {
        return place.metric(metric) > 0;
    }

    private void strike(String what, Supplier<List<byte[]>> forged) {
        on.nemesis(what);
        List<byte[]> records = forged.get();
        records.forEach(stranger::write);
        ignored += records.size();
        answered(what);
    }

    /** Forges records that may take effect. */
    void effective(String what, Supplier<List<byte[]>> forged) {
        on.nemesis(what);
        List<byte[]> records = forged.get();
        records.forEach(stranger::write);
        effective += records.size();
        answered(what);
    }

    /** Requires that callers get answers within the bound, or within the time of two restarts. */
    void answered(String what) {
        long took = awaitAnswers();
        longestMs = Math.max(longestMs, took);
        if (took > STOP_MS_MAX) {
            long restart = restart();
            on.fact(String.format("a restart of both processors took %,d ms", restart));
            on.requireWithin(RESTARTS * restart, took, ANSWERS_AFTER + " answers after " + what);
        }
    }

    private long awaitAnswers() {
        long begin = System.nanoTime();
        on.load().awaitAnswers(ANSWERS_AFTER);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    /** Time in ms of a plain restart of both processors on this machine. */
    private long restart() {
        on.awaitAll();
        on.nemesis("a restart of both");
        on.killProcessors();
        on.processors().forEach(ChildSlot::start);
        return awaitAnswers();
    }

    /** Adds the counts to the report. */
    void told() {
        on.fact(String.format(
                "%,d forged records without effect, each burst in the metric; %,d that may take effect; %s",
                ignored, effective, longest()));
    }

    /** The longest wait of the callers, in words. */
    String longest() {
        return String.format("%d answers took %,d ms at most", ANSWERS_AFTER, longestMs);
    }

    @Override
    public void close() {
        stranger.close();
    }
}
