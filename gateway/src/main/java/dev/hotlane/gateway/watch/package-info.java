/**
 * Streams of server-sent events with the values of counters, from the view. In: the keys that packs changed, streams that
 * clients open. Out: bursts of events, each as of one cut. {@link dev.hotlane.gateway.watch.Watches} is shared; a
 * {@link dev.hotlane.gateway.watch.WatchLoop} with its streams belongs to one event loop.
 * Thread: {@code view-table} marks changed keys and never waits; the event loop of a stream does all else.
 * May import: protocol, gateway.view.
 */
package dev.hotlane.gateway.watch;
