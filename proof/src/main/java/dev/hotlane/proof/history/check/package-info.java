/**
 * Checker A: holds what callers were told against the model, the log and MySQL, record by record and answer by answer.
 * In: a history, a dump of the log, a dump of the tables. Out: a Report.
 * Thread: the caller's.
 * May import: the JDK, Jackson's streaming core, proof.history.model.
 */
package dev.hotlane.proof.history.check;
