package dev.hotlane.processor.ring;

import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;

/**
 * Figures of the state for people, as of one record end. Immutable.
 *
 * @param nextOffset first offset not contained
 * @param epoch state epoch
 * @param logTime T, epoch milliseconds
 * @param horizon greatest keep-time ever dropped
 * @param windowCount commands in the window
 * @param windowAgeMillis age of the window's oldest command, in log time
 * @param counters that exist, or have units held or confirmed
 * @param buckets of them that are token buckets
 * @param holdsOpen holds that are open
 * @param holdsResolved resolved holds that are kept
 * @param holdsExpired holds that expired in this process
 * @param expiriesWaiting open holds that are due and not yet expired by a record; counted up to 65,536
 * @param rulesVersion in force, 0 for none
 * @param digest over everything
 */
public record StateFigures(
        long nextOffset,
        long epoch,
        long logTime,
        long horizon,
        long windowCount,
        long windowAgeMillis,
        long counters,
        int buckets,
        long holdsOpen,
        long holdsResolved,
        long holdsExpired,
        int expiriesWaiting,
        int rulesVersion,
        long digest) {

    /** Limit of the count, which walks over these holds: it shows that they are many and does not delay the lane. */
    private static final int WAITING_MAX = 65_536;

    static StateFigures of(Meta meta, State state) {
        return new StateFigures(
                meta.nextOffset,
                meta.epoch,
                meta.logTime,
                meta.horizon,
                meta.windowCount,
                meta.windowCount == 0 ? 0 : Math.max(0, meta.logTime - meta.windowOldest),
                meta.counters,
                state.buckets(),
                meta.holdsOpen,
                meta.holdsResolved,
                state.expired(),
                state.expiriesWaiting(WAITING_MAX),
                meta.rulesVersion,
                meta.digest);
    }
}
