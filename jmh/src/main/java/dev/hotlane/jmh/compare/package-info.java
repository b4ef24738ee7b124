/**
 * Hotlane and its peers side by side: `hotlane compare`. In: options. Out: a table; exit code 0 only if every total is
 * right.
 * Threads: the caller's, which is the load generator's as well, and {@code delay-read} and {@code delay-write} of a
 * delay line.
 * May import: infra, protocol, jmh.figures, jmh.load, jmh.peers, jmh.servers, Vert.x, picocli.
 */
package dev.hotlane.jmh.compare;
