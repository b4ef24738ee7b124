package dev.hotlane.gateway.view;

import java.util.List;

/**
 * Follows what happens to the counters of a view. Thread {@code view-table} calls it, in the order of the changes and
 * after readers can see them; no method may wait. The counters at the time of a call are read from the table.
 */
public interface ViewFollower {
    /** All counters were replaced by those of a checkpoint as of {@code at}. */
    void loaded(ViewCut at);

    /** The pack that ends at {@code at} was applied. */
    void applied(ViewCut at, Changed changed);

    /** All counters were dropped: until the next {@link #loaded} there is no view. */
    void dropped();

    /**
     * Between two packs, and soon after {@link ViewTable#wake}. Returns whether it has more to do, so that it is called
     * again before the thread rests.
     */
    default boolean between() {
        return false;
    }

    /** The counters that one pack changed or removed, each once. Only valid during the call that gets it. */
    interface Changed {
        /** Number of changes. */
        int size();

        /** Key of change i; the array must not be changed, and may be kept. */
        byte[] key(int i);

        /** Whether the counter does not exist any more. */
        boolean removed(int i);

        /** Whether the counter existed before the pack. */
        boolean existed(int i);

        /** The counter itself; may be kept until it is removed. */
        CounterCell counter(int i);

        /**
         * Keys of all counters that the pack removed, also of those that this view never had: another view may have had
         * them, between two of its packs. The arrays must not be changed, and may be kept.
         */
        List<byte[]> removals();
    }
}
