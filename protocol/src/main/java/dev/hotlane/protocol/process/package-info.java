/**
 * Figures of every process of a lane: its build, its free heap, the CPU time of its threads. In: the build's
 * properties, the JVM's collections and threads.
 * Out: text and numbers. And the thread that looks at files, one for each {@link dev.hotlane.protocol.process.FileWatch}; all
 * else runs on any thread. May import: the JDK.
 */
package dev.hotlane.protocol.process;
