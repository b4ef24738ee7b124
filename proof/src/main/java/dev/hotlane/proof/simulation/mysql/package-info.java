/**
 * A MySQL for simulations, behind JDBC: the few forms of SQL that the flusher uses, with the transactions, row counts
 * and errors that it relies on. In: statements, and a fault chosen for each. Out: rows, and a call for every commit.
 * Thread: the simulation's.
 * May import: the JDK.
 */
package dev.hotlane.proof.simulation.mysql;
