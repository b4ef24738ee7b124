/**
 * The whole lane on the real stack: HTTP, Kafka, a processor in a JVM of its own, MySQL; killed, frozen and raced, and
 * each time held against the log and a naive history. In: a shared stack. Out: nothing. Thread: the test's.
 */
package dev.hotlane.proof.lane;
