package dev.hotlane.processor.ring;

import dev.hotlane.processor.state.Meta;

/**
 * A few numbers of the state for people, as of one record end. Immutable.
 *
 * @param nextOffset first offset not contained
 * @param epoch state epoch
 * @param logTime T, epoch milliseconds
 * @param horizon greatest keep-time ever dropped
 * @param windowCount commands in the window
 * @param windowAgeMillis how far the window reaches back really, in log time
 * @param counters that exist
 * @param rulesVersion in force, 0 for none
 * @param digest over everything
 */
public record Snapshot(
        long nextOffset,
        long epoch,
        long logTime,
        long horizon,
        long windowCount,
        long windowAgeMillis,
        long counters,
        int rulesVersion,
        long digest) {

    static Snapshot of(Meta meta) {
        return new Snapshot(
                meta.nextOffset,
                meta.epoch,
                meta.logTime,
                meta.horizon,
                meta.windowCount,
                meta.windowCount == 0 ? 0 : Math.max(0, meta.logTime - meta.windowOldest),
                meta.counters,
                meta.rules == null ? 0 : meta.rules.rulesVersion(),
                meta.digest);
    }
}
