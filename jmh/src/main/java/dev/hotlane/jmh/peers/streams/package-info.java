/**
 * Selling by a Kafka Streams topology with a store in memory and its changelog. In: commands. Out: records of topics of
 * its own. Threads: those of Streams, replies, and the front's event loop. May import: peers, Kafka.
 */
package dev.hotlane.jmh.peers.streams;
