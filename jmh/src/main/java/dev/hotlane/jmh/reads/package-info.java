/**
 * Reads from a gateway's memory, each beside a rival in the same run: `hotlane bench reads`. In: settings, names of
 * sections. Out: tables; a wrong answer is a fault of the run.
 * Threads: the caller's, which is the load generator's event loop as well; beside it {@code probe} measures when a write is
 * visible, {@code writer} writes, {@code watchers} reads streams.
 * May import: client, gateway, infra, protocol, jmh.compare, jmh.figures, jmh.lane, jmh.load, jmh.peers.front,
 * jmh.peers.streams, jmh.servers, HdrHistogram, jackson-core, kafka-clients, Vert.x, Vert.x's Redis client.
 */
package dev.hotlane.jmh.reads;
