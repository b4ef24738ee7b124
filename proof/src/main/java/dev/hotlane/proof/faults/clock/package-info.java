/**
 * The wall clock of a child JVM, as far off as one likes. In: a directory. Out: classes that come first on its class
 * path.
 * Thread: any.
 * May import: the JDK, its compiler included.
 */
package dev.hotlane.proof.faults.clock;
