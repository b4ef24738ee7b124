/**
 * The demo: a hot deal on a real stack, with the processor killed in the middle, and the proof that nothing was lost.
 * In: a stack, a gateway's address. Out: a table and a verdict.
 * Threads: the caller's, and {@code buyers}.
 * May import: client, protocol, gateway, infra, HdrHistogram.
 */
package dev.hotlane.infra.demo;
