/**
 * What the change feed costs sales, how soon a change is visible to its readers, how fast it catches up. In: lanes, how long.
 * Out: figures, and whether the topics equal MySQL and the answers.
 * Threads: the caller's.
 * May import: client, protocol, infra, jmh.figures, jmh.lane, jmh.load, HdrHistogram, Kafka, Vert.x.
 */
package dev.hotlane.jmh.feed;
