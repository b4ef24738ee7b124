package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.CallerAccount;
import dev.hotlane.proof.history.CallerAccounts;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/**
 * One principal for each caller of the load, another one for the row's own callers. Counts answers above a rate, and measures
 * the load's times. Written by the callers' event loop, read by the row's thread.
 */
final class OwnAccounts implements CallerAccounts {
    private static final long NANOS_MAX = 60_000_000_000L;

    private final Map<Integer, CallerAccount> ofLoad;
    private final CallerAccount ofRow;
    private final AtomicInteger loadAboveRate = new AtomicInteger();
    private Histogram times = new Histogram(NANOS_MAX, 3);

    /** @param ofLoad by the caller's number */
    OwnAccounts(Map<Integer, CallerAccount> ofLoad, CallerAccount ofRow) {
        this.ofLoad = Map.copyOf(ofLoad);
        this.ofRow = ofRow;
    }

    @Override
    public CallerAccount of(int client) {
        return ofLoad.getOrDefault(client, ofRow);
    }

    @Override
    public void ended(int client, CallerAccount account, CallResult result, long nanos) {
        if (!ofLoad.containsKey(client)) {
            return;
        }
        if (isAboveRate(result)) {
            loadAboveRate.incrementAndGet();
        }
        if (result.isFinal()) {
            synchronized (this) {
                times.recordValue(Math.min(nanos, NANOS_MAX));
            }
        }
    }

    /** Whether an attempt was refused because its principal called too often. */
    static boolean isAboveRate(CallResult result) {
        return result.status() == 429 && "QUOTA_EXCEEDED".equals(result.body().getString("code"));
    }

    /** Attempts of the load that were refused because of a rate. */
    int loadAboveRate() {
        return loadAboveRate.get();
    }

    /** Times in ns of the load's attempts with a final answer, since the start or the last call of this. */
    synchronized Histogram takeTimes() {
        Histogram taken = times;
        times = new Histogram(NANOS_MAX, 3);
        return taken;
    }
}
