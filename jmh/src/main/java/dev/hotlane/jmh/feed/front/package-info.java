/**
 * Rivals of the change feed, each behind the same small front with server-sent events, in a JVM of its own. In: writes of
 * counters, streams. Out: every change that the rival gives.
 * Threads: one event loop, and those of the rival's client.
 * May import: gateway.settings, jmh.peers.front, jmh.peers.streams, jmh.servers, jnats, Vert.x.
 */
package dev.hotlane.jmh.feed.front;
