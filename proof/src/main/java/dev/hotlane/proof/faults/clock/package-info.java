/**
 * The wall clock of a child JVM, shifted by any amount. In: a directory. Out: classes that come first on its class
 * path.
 * Thread: any.
 * May import: the JDK, its compiler included.
 */
package dev.hotlane.proof.faults.clock;
