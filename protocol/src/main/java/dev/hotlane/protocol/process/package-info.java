/**
 * Figures of every process of a lane: its build and its free heap. In: the build's properties, the JVM's collections.
 * Out: text and numbers. Thread: any. May import: the JDK.
 */
package dev.hotlane.protocol.process;
