/**
 * Load on a whole lane over HTTP, on a stack of its own. In: what to send, how fast. Out: figures, and whether every
 * unit is where it must be.
 * Thread: the caller's, which is also the load generator's event loop.
 * May import: protocol, infra, jmh.chart, jmh.load, HdrHistogram, Vert.x.
 */
package dev.hotlane.jmh.lane.http;
