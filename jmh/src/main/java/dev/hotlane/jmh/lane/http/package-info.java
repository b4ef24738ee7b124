/**
 * Load on a whole lane over HTTP, on a stack of its own. In: what to send, how fast. Out: figures, and whether every
 * unit is where it must be.
 * Threads: the caller's, which is also the load generator's event loop; {@code hostile} holds clients that take no
 * answers, {@code idle-server} a server that accepts them and reads nothing.
 * May import: access, client, gateway.settings, protocol, infra, infra.chart, jmh.figures, jmh.lane, jmh.load,
 * HdrHistogram, Vert.x.
 */
package dev.hotlane.jmh.lane.http;
