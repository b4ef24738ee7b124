/**
 * The rows, by what they do harm to. In: a lane that serves under load. Out: facts, and whatever must not be.
 * Thread: the matrix's.
 */
package dev.hotlane.infra.faults.rows;
