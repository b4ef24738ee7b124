/**
 * Named points in the code of a child JVM at which it halts, stops, throws or sleeps. The product has no code for them.
 * In: a file that names a point and an action. Out: that action in the child.
 * Thread: {@code failpoint} reads the file; points run on theirs.
 * May import: the JDK, Byte Buddy; lives in the child, so nothing else of the project.
 */
package dev.hotlane.proof.faults.failpoint;
