/**
 * The two batchings: latest values, open holds, tombstones and packed entries, kept until a writer takes them.
 * In: changes with their sequences, from the flush stage of the ring. Out: a batch at an exchange.
 * Threads: {@code flush} fills; an exchange hands a batch to the thread of a writer.
 * May import: protocol, the JDK. No SQL.
 */
package dev.hotlane.flusher.batch;
