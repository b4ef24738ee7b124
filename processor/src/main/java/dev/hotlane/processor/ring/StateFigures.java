package dev.hotlane.processor.ring;

import dev.hotlane.processor.state.State;
import dev.hotlane.processor.state.StateSize;
import dev.hotlane.protocol.Meta;

/**
 * Figures of the state for people, as of one record end. Immutable.
 *
 * @param at which record end
 * @param window of the commands that are remembered
 * @param counters with their buckets
 * @param holds open and resolved
 * @param room bytes taken and allowed
 */
public record StateFigures(At at, Window window, Counters counters, Holds holds, Room room) {

    /** Limit of the count, which walks over these holds: it shows that they are many and does not delay the lane. */
    private static final int WAITING_MAX = 65_536;

    /**
     * One record end.
     *
     * @param nextOffset first offset not contained
     * @param epoch state epoch
     * @param logTime T, epoch milliseconds
     * @param rulesVersion in force, 0 for none
     * @param digest over everything
     */
    public record At(long nextOffset, long epoch, long logTime, int rulesVersion, long digest) {}

    /**
     * The window.
     *
     * @param horizon greatest keep-time ever dropped
     * @param count commands in the window
     * @param ageMillis age of the window's oldest command, in log time
     */
    public record Window(long horizon, long count, long ageMillis) {}

    /**
     * The counters.
     *
     * @param all that exist, or have units held or confirmed
     * @param buckets of them that are token buckets
     */
    public record Counters(long all, int buckets) {}

    /**
     * The holds.
     *
     * @param open holds that are open
     * @param resolved resolved holds that are kept
     * @param expired holds that expired in this process
     * @param expiriesWaiting open holds that are due and not yet expired by a record; counted up to 65,536
     */
    public record Holds(long open, long resolved, long expired, int expiriesWaiting) {}

    /**
     * Bytes, as {@link dev.hotlane.protocol.StateBytes} counts them.
     *
     * @param state of counters and holds
     * @param stateMax most of them by RULES, 0 without any
     * @param window of the commands that are remembered
     * @param windowMax most of them by RULES, 0 without any
     */
    public record Room(long state, long stateMax, long window, long windowMax) {
        static Room of(StateSize size) {
            return new Room(size.stateBytes(), size.stateBytesMax(), size.windowBytes(), size.windowBytesMax());
        }
    }

    static StateFigures of(Meta meta, State state) {
        long age = meta.windowCount == 0 ? 0 : Math.max(0, meta.logTime - meta.windowOldest);
        return new StateFigures(
                new At(meta.nextOffset, meta.epoch, meta.logTime, meta.rulesVersion, meta.digest),
                new Window(meta.horizon, meta.windowCount, age),
                new Counters(meta.counters, state.size().buckets()),
                new Holds(
                        meta.holdsOpen,
                        meta.holdsResolved,
                        state.counts().holdsExpired(),
                        state.expiriesWaiting(WAITING_MAX)),
                Room.of(state.size()));
    }
}
