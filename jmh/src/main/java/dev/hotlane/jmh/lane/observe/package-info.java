/**
 * What it costs a node's sales to be looked at: nobody, a scraper, a console with one page open, in turn. In: a lane, how long.
 * Out: sales a second of each, and whether each onlooker saw what it came for and every unit was counted.
 * Threads: the caller's, which is also the load generator's event loop; {@code scraper}; {@code page} reads the stream of the
 * console's page.
 * May import: infra, jmh.lane, jmh.load, Vert.x.
 */
package dev.hotlane.jmh.lane.observe;
