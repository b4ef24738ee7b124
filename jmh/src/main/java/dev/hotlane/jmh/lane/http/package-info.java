/**
 * Load on a whole lane over HTTP, on a stack of its own. In: what to send, how fast. Out: figures, and whether every
 * unit is where it must be.
 * Threads: the caller's, which is also the load generator's event loop; {@code hostile}, {@code idle-server} holds clients that take no answers.
 * May import: protocol, infra, jmh.chart, jmh.load, HdrHistogram, Vert.x.
 */
package dev.hotlane.jmh.lane.http;
