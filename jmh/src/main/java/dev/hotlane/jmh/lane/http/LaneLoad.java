package dev.hotlane.jmh.lane.http;

import dev.hotlane.infra.verify.Verification;
import dev.hotlane.jmh.load.Counts;
import dev.hotlane.jmh.load.HttpLoad;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.load.LoadSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts load on a lane and keeps the books: after any number of loads every unit is where the answers say, or {@link
 * #check} says what is not. Outcomes left open are resolved under the same ids. One thread.
 */
public final class LaneLoad {
    private static final long STOCK = 1_000_000_000_000L;
    private static final Duration RESOLVE_MAX = Duration.ofSeconds(60);
    private static final int RESOLVE_TRIES = 5;
    private static final String COUNTED = "SELECT CAST(SUM(value) AS SIGNED) FROM hl_counter WHERE k LIKE 'key:%'";
    private static final String HELD = "SELECT CAST(SUM(held) AS SIGNED) FROM hl_counter WHERE k LIKE 'key:%'";

    private final BenchLane lane;
    private final List<String> faults = new ArrayList<>();
    private long nextRequest;
    private long added;
    private long held;
    private long stock;

    /** Of a lane that no other program writes to. */
    public LaneLoad(BenchLane lane) {
        this.lane = lane;
    }

    /** Puts up stock to reserve from. */
    public void stockUp() {
        if (stock == 0) {
            stock = STOCK;
            lane.add(Work.FIRST_KEY, STOCK);
        }
    }

    /** Units that came into the counters another way ({@link BenchLane#fill}). */
    public void filled(long units) {
        added += units;
    }

    /** Runs one load; the settings' port, numbers and source are set here. */
    public LoadResult run(Work work, LoadSettings settings) {
        LoadResult result = HttpLoad.run(settings.withTls(lane.tls())
                .withSource(lane.signed(work.source()))
                .withRequests(nextRequest, Long.MAX_VALUE));
        nextRequest += result.sent();
        long ran = result.all().ok() + resolve(work, settings, result.unresolved());
        Counts all = result.all();
        if (all.refused() + all.wrong() > 0) {
            faults.add(all + ": " + result.statuses() + (result.fault() == null ? "" : ", " + result.fault()));
        }
        if (work.name().equals("reservation")) {
            held += ran;
        } else {
            added += ran * work.units();
        }
        return result;
    }

    /** Gives how many of those requests ran, before or now. */
    private long resolve(Work work, LoadSettings settings, long[] open) {
        long ran = 0;
        long[] left = open;
        for (int i = 0; i < RESOLVE_TRIES && left.length > 0; i++) {
            LoadSettings again = new LoadSettings(
                    settings.host(),
                    settings.port(),
                    Math.min(settings.connections(), left.length),
                    0,
                    Duration.ZERO,
                    RESOLVE_MAX,
                    0,
                    1,
                    settings.answerMax(),
                    settings.drainMax(),
                    lane.signed(work.source()),
                    lane.tls());
            LoadResult told = HttpLoad.repeat(again, left);
            ran += told.all().ok();
            left = told.unresolved();
            if (told.all().total() != told.all().ok() + left.length) {
                faults.add("of the outcomes to be resolved: " + told.all() + ", " + told.fault());
            }
        }
        if (left.length > 0) {
            faults.add(left.length + " outcomes could not be resolved");
        }
        return ran;
    }

    /** Waits for MySQL, then holds it against the answers and the log; gives what is wrong, empty if nothing is. */
    public List<String> check() throws InterruptedException {
        lane.awaitFlushed();
        claim("units held", lane.sql(HELD), held);
        claim("units counted", lane.sql(COUNTED), counted());
        return List.copyOf(faults);
    }

    /** As {@link #check}, with the whole of MySQL against a replay of the log; gives its line. */
    public String verify() {
        Verification verification = lane.verify();
        if (!verification.equal()) {
            faults.add(verification.summary());
        }
        return verification.summary();
    }

    /** Whatever was wrong so far. */
    public List<String> faults() {
        return List.copyOf(faults);
    }

    /** Units that the answers say are in the counters. */
    public long units() {
        return added + held;
    }

    /** Units that the answers say the counters of the load add up to, without those held. */
    public long counted() {
        return added + stock - held;
    }

    /** Reservations that the answers say were made. */
    public long sales() {
        return held;
    }

    private void claim(String what, long found, long expected) {
        if (found != expected) {
            faults.add(String.format("%s: MySQL has %,d, the answers say %,d", what, found, expected));
        }
    }
}
