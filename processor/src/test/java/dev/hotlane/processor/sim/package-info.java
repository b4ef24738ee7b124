/**
 * A log and processes without Kafka, MySQL or time of their own, for tests.
 * In: records and steps that a test makes. Out: slots as the ring would carry them. Thread: the test's.
 */
package dev.hotlane.processor.sim;
