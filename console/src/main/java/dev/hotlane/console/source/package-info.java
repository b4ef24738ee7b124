/**
 * What the console reads. In: addresses of nodes, gateways and processors. Out: for each the newest two readings of
 * {@code /v1/stats} and {@code /v1/status}, or why there is none now.
 * Thread: the console's event loop.
 * May import: Vert.x.
 */
package dev.hotlane.console.source;
