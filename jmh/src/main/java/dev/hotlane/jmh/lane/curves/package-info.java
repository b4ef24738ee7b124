/**
 * How the lane does as one thing grows: connections, keys, ops, backlog. In: a lane of its own. Out: tables in
 * Markdown, charts as SVG.
 * Thread: the caller's, which is also the load generator's event loop.
 * May import: protocol, infra.chart, infra.stack, jmh, Vert.x.
 */
package dev.hotlane.jmh.lane.curves;
