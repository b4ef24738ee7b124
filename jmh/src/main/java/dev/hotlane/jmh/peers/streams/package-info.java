/**
 * Selling by a Kafka Streams topology with a store in memory and its changelog, and a topic read as a table in memory. In:
 * commands; keys. Out: records of topics of its own; values.
 * Threads: those of Streams, {@code replies}, and the front's event loop.
 * May import: jmh.peers.front, Kafka, Vert.x.
 */
package dev.hotlane.jmh.peers.streams;
