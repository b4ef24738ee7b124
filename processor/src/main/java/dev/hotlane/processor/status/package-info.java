/**
 * Metrics, health and status of a processor over HTTP. In: figures that the other threads write. Out: pages.
 * Threads: {@code http}, one per request; {@code state} and {@code flush-writer} record durations.
 * May import: Disruptor, Kafka, Micrometer, slf4j, access, flusher, protocol, processor.flow, processor.halt, processor.lead,
 * processor.log, processor.reply, processor.ring, processor.state, processor.view, processor.watch.
 */
package dev.hotlane.processor.status;
