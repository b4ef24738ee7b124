/**
 * In: latest values, open holds, tombstones and packed entries with their sequences, from the flush stage of the ring.
 * Out: one MySQL transaction per cut; at start the checkpoint of an offset.
 * Threads: {@code flush} fills, {@code flush-writer} writes; the two meet only in
 * {@link dev.hotlane.flusher.BatchExchange}. A projection is written by {@code projection-writer-N}.
 * May import: protocol, the JDK, Connector/J, Flyway, slf4j. Not processor.
 */
package dev.hotlane.flusher;
