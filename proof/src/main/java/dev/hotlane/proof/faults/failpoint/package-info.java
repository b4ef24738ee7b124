/**
 * Named points in the code of a child JVM at which it halts, stops, throws or dawdles, without a line of product code.
 * In: a file that names a point. Out: what then happens there.
 * Thread: {@code failpoint} reads the file; points run on theirs.
 * May import: the JDK, Byte Buddy; lives in the child, so nothing else of the project.
 */
package dev.hotlane.proof.faults.failpoint;
