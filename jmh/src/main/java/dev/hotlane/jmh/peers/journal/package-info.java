/**
 * Selling in memory with MySQL as the book that is written in bulk: before the answer (ledger, command log) or after it
 * (in-memory queue). In: commands. Out: rows, many per statement.
 * Thread: {@code journal}.
 * May import: jmh.peers.front, Vert.x, java.sql.
 */
package dev.hotlane.jmh.peers.journal;
