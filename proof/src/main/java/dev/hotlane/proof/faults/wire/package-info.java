/**
 * A TCP proxy between one child and one server that can delay, slow down, hold and break connections. In: connections
 * of the child. Out: connections to the server.
 * Threads: {@code wire}, two for each connection and one more.
 * May import: the JDK.
 */
package dev.hotlane.proof.faults.wire;
