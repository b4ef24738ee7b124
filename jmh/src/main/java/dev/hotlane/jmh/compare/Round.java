package dev.hotlane.jmh.compare;

import dev.hotlane.jmh.load.Counts;
import dev.hotlane.jmh.load.HttpLoad;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.load.LoadSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.LongStream;

/**
 * Loads on one contestant, each on a new key, and each with its total checked: what is gone from the contestant's own
 * store is what its answers say was sold. One thread.
 */
final class Round {
    /** More than any run sells. */
    private static final long UNITS = 1_000_000_000;

    /** A figure of a run that loses sight of more outcomes says nothing. */
    private static final double UNKNOWN_SHARE_MAX = 0.01;

    private static final int PROBE_UNITS = 20;
    private static final int PROBE_CALLS = 60;
    private static final int PROBE_CONNECTIONS = 8;
    /** Longer than any contestant's own patience, on a busy machine too: then an outcome is unknown. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration PROBE_MAX = Duration.ofSeconds(60);

    private final Contestant contestant;
    private final SoldCounters counters;
    private int keys;

    Round(Contestant contestant) {
        this.contestant = contestant;
        counters = new SoldCounters(contestant.port());
    }

    private String newKey(String kind) {
        return kind + ":" + contestant.code() + ":" + ++keys;
    }

    /** A load at that rate, 0 for the closed loop; its total is right. */
    LoadResult run(int connections, double rate, Duration warmUp, Duration duration)
            throws IOException, InterruptedException, WrongTotalException {
        String key = newKey("hot");
        counters.put(key, UNITS);
        LoadResult result = HttpLoad.run(LoadSettings.closed(contestant.port(), connections, duration, new Sales(key))
                .withRate(rate)
                .withWarmUp(warmUp)
                .withPatience(PATIENCE, PATIENCE));
        check(key, result.all(), UNITS, result.fault());
        Counts counts = result.all();
        if (counts.ok() == 0 || counts.refused() > 0 || counts.unknown() > UNKNOWN_SHARE_MAX * counts.total()) {
            throw new WrongTotalException(
                    contestant.title() + " has units enough for every caller of a run, and answered: " + counts
                            + " by status " + result.statuses());
        }
        return result;
    }

    /** Sells a few units to more callers than there are units, then lets the same callers ask again. */
    void probe() throws IOException, InterruptedException, WrongTotalException {
        if (!contestant.sellsOut()) {
            return;
        }
        String key = newKey("few");
        counters.put(key, PROBE_UNITS);
        LoadSettings calls = LoadSettings.closed(contestant.port(), PROBE_CONNECTIONS, PROBE_MAX, new Sales(key))
                .withPatience(PATIENCE, PATIENCE)
                .withRequests(0, PROBE_CALLS);
        LoadResult first = HttpLoad.run(calls);
        check(key, first.all(), PROBE_UNITS, first.fault());
        boolean someTriedInVain = first.all().notExecuted() > 0 || first.all().unknown() > 0;
        if (!someTriedInVain && first.all().ok() != PROBE_UNITS) {
            throw new WrongTotalException(contestant.title() + " had " + PROBE_UNITS + " units for " + PROBE_CALLS
                    + " callers: " + first.all());
        }
        if (contestant.isIdempotent()) {
            askAgain(key, calls);
        }
    }

    /** The winners must win again, and nothing be sold twice. A caller that had to retry may now win what is left. */
    private void askAgain(String key, LoadSettings calls)
            throws IOException, InterruptedException, WrongTotalException {
        LoadResult again =
                HttpLoad.repeat(calls, LongStream.range(0, PROBE_CALLS).toArray());
        Counts counts = again.all();
        long gone = PROBE_UNITS - counters.left(key);
        long inVain = counts.notExecuted() + counts.unknown();
        if (gone > PROBE_UNITS
                || counts.ok() > gone
                || counts.ok() + inVain < PROBE_UNITS
                || gone + inVain < PROBE_UNITS
                || counts.wrong() > 0) {
            throw new WrongTotalException(contestant.title() + " had " + PROBE_UNITS + " units, " + gone
                    + " are gone, and the same calls made again found " + counts
                    + (again.fault() == null ? "" : " (" + again.fault() + ")"));
        }
    }

    private void check(String key, Counts counts, long units, String fault)
            throws IOException, InterruptedException, WrongTotalException {
        long gone = units - counters.left(key);
        if (gone < counts.ok() || gone > counts.ok() + counts.unknown() || gone > units || counts.wrong() > 0) {
            throw new WrongTotalException(contestant.title() + " has " + gone + " of " + units
                    + " units less, and its answers were: " + counts + (fault == null ? "" : " (" + fault + ")"));
        }
    }
}
