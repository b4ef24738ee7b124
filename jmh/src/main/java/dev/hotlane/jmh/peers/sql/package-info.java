/**
 * Selling by transactions on hot rows of MySQL. In: commands. Out: rows.
 * Threads: {@code sql}, as many as connections, each with one command at a time.
 * May import: jmh.peers.front, HikariCP, Vert.x, java.sql.
 */
package dev.hotlane.jmh.peers.sql;
