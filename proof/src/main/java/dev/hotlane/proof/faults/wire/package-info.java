/**
 * TCP between one child and one server, led through this process, which can delay, starve, hold and break it. In:
 * connections of the child. Out: connections to the server.
 * Threads: {@code wire}, two for each connection and one more.
 * May import: the JDK.
 */
package dev.hotlane.proof.faults.wire;
