/**
 * The ways that others sell a hot deal, each behind the same HTTP front, in a JVM of its own: `hotlane compare`
 * compares Hotlane with them. In: HTTP. Out: a peer's own store.
 * Threads: one event loop, and those of the peer.
 * May import: every library that a peer's author would choose, Vert.x.
 */
package dev.hotlane.jmh.peers;
