/**
 * Selling in memory with MySQL as the book that is written in bulk: before the answer (ledger, command log) or after it
 * (in-memory queue). In: commands. Out: rows, many a statement. Thread: journal. May import: peers, java.sql.
 */
package dev.hotlane.jmh.peers.journal;
