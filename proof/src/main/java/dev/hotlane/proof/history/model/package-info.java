/**
 * The lane once more, written from the contract alone and as plainly as can be: a second opinion on the state machine.
 * In: records of the log as lines of JSON. Out: what each of them must be answered, and what is left at the end.
 * Thread: the caller's.
 * May import: the JDK and Jackson's streaming core, nothing else of this project.
 */
package dev.hotlane.proof.history.model;
