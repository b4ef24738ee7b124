/**
 * What a scraper, and a console with one page open, cost a node's sales, in turn with none. In: a lane, how long.
 * Out: sales a second of each, and whether each observer got its answers and every unit was counted.
 * Threads: the caller's, which is also the load generator's event loop; {@code scraper}; {@code page} reads the stream of the
 * console's page.
 * May import: infra, jmh.lane, jmh.load, Vert.x.
 */
package dev.hotlane.jmh.lane.observe;
