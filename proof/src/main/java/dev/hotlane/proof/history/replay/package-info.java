/**
 * The reference model over a recorded log: the adapter of checker A. In: records of the log as lines of JSON. Out: the
 * answer that each of them must get, and what is left at the end.
 * Thread: the caller's.
 * May import: the JDK, Jackson's streaming core, proof.model, nothing else of this project.
 */
package dev.hotlane.proof.history.replay;
