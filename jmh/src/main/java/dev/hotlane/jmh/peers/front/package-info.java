/**
 * What every peer has in common: the HTTP front, its commands and answers. In: HTTP. Out: a command to the peer, its
 * answer to the caller.
 * Thread: one event loop.
 * May import: gateway.settings, Vert.x, jackson-core, protocol.
 */
package dev.hotlane.jmh.peers.front;
