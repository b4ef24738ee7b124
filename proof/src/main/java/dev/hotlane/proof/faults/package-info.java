/**
 * The fault matrix: a lane of real processes under load, a fault, and the proof that nothing was lost or done twice.
 * In: rows by name, a seed. Out: one line per row, a table, a verdict.
 * Thread: the caller's; children and load have theirs.
 * May import: infra.stack, proof.history.check.
 */
package dev.hotlane.proof.faults;
