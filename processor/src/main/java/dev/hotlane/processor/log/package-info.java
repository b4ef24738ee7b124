/**
 * The way from and to the command topic. In: records of partition 0, in order, without a gap. Out: ring slots; and the
 * leader's own records.
 * Thread: {@code log} (reading); writing is asked for on the {@code state} thread and done by Kafka's.
 * May import: kafka-clients, Disruptor's RingBuffer, slf4j, protocol, processor.flow, processor.halt.
 */
package dev.hotlane.processor.log;
