/**
 * Records as text, one line of JSON each: for the stock Kafka command-line tools and for our own readers of the log; times
 * as an operator types them.
 * In: record keys and values, any bytes. Out: lines that are safe on a terminal. Thread: each object belongs to one.
 * May import: protocol, the JDK, kafka-clients and kafka-tools-api (which the Kafka tools bring along).
 */
package dev.hotlane.protocol.cli;
