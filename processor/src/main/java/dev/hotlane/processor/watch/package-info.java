/**
 * Checks once a second. In: the topics as Kafka reports them, MySQL's offset, garbage records. Out: a halt when the
 * command topic was created again, alarms, deleted log records, garbage.ndjson.
 * Thread: {@code watch}; garbage comes in on the {@code reply} thread.
 * May import: kafka-clients, slf4j, flusher, protocol, protocol.feed, processor.flow, processor.halt, processor.recover (LaneTopics).
 */
package dev.hotlane.processor.watch;
