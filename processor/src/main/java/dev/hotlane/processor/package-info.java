/**
 * The lane as one thing to start, watch and stop. In: settings. Out: a running lane, its metrics and status.
 * Threads: {@code log}, {@code state}, {@code reply}, {@code flush}, {@code view}, {@code flush-writer}, {@code watch},
 * {@code http}.
 * May import: flusher, protocol, kafka-clients, Disruptor, Micrometer, slf4j.
 */
package dev.hotlane.processor;
