/**
 * All counters of the lane in memory, as of one sequence. In: the rows of a checkpoint, then packs of changes. Out: the
 * values of any number of counters as of one cut.
 * Thread: {@code view-table} alone writes; event loops read and never wait.
 * May import: kafka-clients, protocol.
 */
package dev.hotlane.gateway.view;
