/**
 * The checkpoint, the projection and the table of changes in MySQL: one transaction per batch, schema, load, restore.
 * In: full batches. Out: rows; at start the checkpoint of an offset.
 * Threads: {@code flush-writer} writes the checkpoint, {@code projection-writer-N} a projection; the starting one loads; the
 * caller's writes changes.
 * May import: flusher.batch, protocol, the JDK, Connector/J, Flyway, slf4j. Not processor.
 */
package dev.hotlane.flusher.mysql;
