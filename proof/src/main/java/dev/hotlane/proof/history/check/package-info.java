/**
 * Checker A: compares the recorded answers with the model, the log and MySQL, record by record. In: a history, a dump
 * of the log, a dump of the tables. Out: a CheckReport.
 * Thread: the caller's.
 * May import: the JDK, Jackson's streaming core, proof.history.replay, proof.model.
 */
package dev.hotlane.proof.history.check;
