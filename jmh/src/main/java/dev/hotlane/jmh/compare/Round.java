package dev.hotlane.jmh.compare;

import dev.hotlane.infra.load.Counts;
import dev.hotlane.infra.load.HttpLoad;
import dev.hotlane.infra.load.LoadResult;
import dev.hotlane.infra.load.LoadSettings;
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

    private static final int PROBE_UNITS = 20;
    private static final int PROBE_CALLS = 60;
    private static final int PROBE_CONNECTIONS = 8;
    /** Longer than anybody's own patience, on a busy machine too: then an outcome is unknown. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration PROBE_MAX = Duration.ofSeconds(60);

    private final Contestant contestant;
    private final Counters counters;
    private int keys;

    Round(Contestant contestant) {
        this.contestant = contestant;
        counters = new Counters(contestant.port());
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
        if (result.all().ok() == 0) {
            throw new WrongTotalException(contestant.title() + " sold nothing in a run: " + result.all());
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
        sellOut(key, HttpLoad.run(calls));
        if (contestant.isIdempotent()) {
            LoadResult again =
                    HttpLoad.repeat(calls, LongStream.range(0, PROBE_CALLS).toArray());
            if (again.all().ok() + again.all().notExecuted() < PROBE_UNITS
                    || again.all().ok() > PROBE_UNITS) {
                throw new WrongTotalException(contestant.title() + " sold " + PROBE_UNITS
                        + " units, but the same calls made again found " + again.all());
            }
            sellOut(key, again);
        }
    }

    private void sellOut(String key, LoadResult result) throws IOException, InterruptedException, WrongTotalException {
        check(key, result.all(), PROBE_UNITS, result.fault());
        boolean someTriedInVain = result.all().notExecuted() > 0 || result.all().unknown() > 0;
        if (!someTriedInVain && result.all().ok() != PROBE_UNITS) {
            throw new WrongTotalException(contestant.title() + " had " + PROBE_UNITS + " units for " + PROBE_CALLS
                    + " callers: " + result.all());
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
