/**
 * Selling by a Kafka Streams topology with a store in memory and its changelog. In: commands. Out: records of topics of
 * its own.
 * Threads: those of Streams, {@code replies}, and the front's event loop.
 * May import: jmh.peers.front, Kafka, Vert.x.
 */
package dev.hotlane.jmh.peers.streams;
