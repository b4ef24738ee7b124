/**
 * What Kafka transactions cost beside a lane under load. In: a lane, how many transactions a second. Out: CPU time of a
 * transaction at client and broker, and whether a reader found what was committed.
 * Threads: the caller's; {@code publisher} and those of the JDK's HTTP server, in the publisher's JVM.
 * May import: protocol, infra, jmh.figures, jmh.lane, jmh.load, Kafka.
 */
package dev.hotlane.jmh.lane.transactions;
