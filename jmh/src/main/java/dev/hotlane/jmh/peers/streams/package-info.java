/**
 * Selling by a Kafka Streams topology with a store in memory and its changelog; a topic read as a table in memory; the output
 * of a topology with exactly-once processing. In: commands; keys. Out: records of topics of its own; values.
 * Threads: those of Streams, {@code replies}, {@code output}, and the front's event loop.
 * May import: jmh.peers.front, Kafka, Vert.x.
 */
package dev.hotlane.jmh.peers.streams;
