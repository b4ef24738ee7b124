/**
 * Recovers a stopped lane: checks the directory, identities, settings, checkpoint, last record.
 * In: Kafka's and MySQL's answers. Out: a loaded state and where to read on, or a refusal.
 * Threads: the starting one; {@code skips} searches the log for SKIPs and ends.
 * May import: kafka-clients, slf4j, flusher, protocol, processor.checkpoint, processor.halt, processor.log,
 * processor.state.
 */
package dev.hotlane.processor.recover;
