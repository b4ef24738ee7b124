/**
 * Hotlane and its peers side by side: `hotlane compare`. In: options. Out: a table; exit code 0 only if every total is
 * right. Threads: the caller's, which is the load generator's as well, and delay-read and delay-write of a delay line.
 * May import: peers, infra.
 */
package dev.hotlane.jmh.compare;
