/**
 * A MySQL for simulations, behind JDBC: the few forms of SQL that the flusher speaks, with the transactions, row counts
 * and errors that it relies on. In: statements, and a fault chosen for each. Out: rows, and every commit to who
 * watches.
 * Thread: the simulation's.
 * May import: the JDK.
 */
package dev.hotlane.proof.simulation.mysql;
