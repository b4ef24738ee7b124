/**
 * What every process of a lane shows of itself: which build it is, how much heap is left. In: the build's properties, the
 * JVM's collections. Out: text and numbers. Thread: any. May import: the JDK.
 */
package dev.hotlane.protocol.process;
