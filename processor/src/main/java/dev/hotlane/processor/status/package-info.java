/**
 * Metrics, health and status of a processor over HTTP. In: figures that the other threads write. Out: pages.
 * Threads: {@code http}, one per request; {@code state} and {@code flush-writer} record durations.
 * May import: Micrometer, slf4j, flusher, protocol, processor.halt, processor.ring.
 */
package dev.hotlane.processor.status;
