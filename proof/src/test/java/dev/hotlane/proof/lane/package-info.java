/**
 * The whole lane on the real stack: HTTP, Kafka, a processor in a JVM of its own, MySQL. Processes are killed,
 * suspended and raced; then answers are compared with the log and a plain replay. In: a shared stack. Out: nothing.
 * Thread: the test's.
 */
package dev.hotlane.proof.lane;
