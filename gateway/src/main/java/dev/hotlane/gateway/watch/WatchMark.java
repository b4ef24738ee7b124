package dev.hotlane.gateway.watch;

import dev.hotlane.gateway.view.ViewCut;

/**
 * Up to where changes of the view are marked: each key that changed at or before the cut is in the queue of each event loop
 * that watches it. Immutable.
 *
 * @param generation number of the load of the view; values of two generations have nothing in common
 * @param cut the cut; the same object as the view's own
 * @param removed the counters removed since the load
 * @param idPrefix text of an {@link EventId} before the sequence
 */
record WatchMark(long generation, ViewCut cut, RemovedKeys removed, byte[] idPrefix) {}
