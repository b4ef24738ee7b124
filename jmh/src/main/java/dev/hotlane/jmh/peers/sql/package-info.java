/**
 * Selling by transactions on hot rows of MySQL. In: commands. Out: rows. Threads: as many as connections, each with one
 * command at a time. May import: peers, HikariCP, java.sql.
 */
package dev.hotlane.jmh.peers.sql;
