/**
 * The change feed beside its rivals: `hotlane bench feed --rivals`. In: a plan. Out: a table of what reaches clients, how soon,
 * and what is missing or doubled behind forced reconnects; whether ours lost none.
 * Threads: the caller's, and one event loop with all writes and streams of an entrant.
 * May import: gateway.settings, infra.stack, jmh.feed, jmh.lane, jmh.load, jmh.servers, HdrHistogram, Vert.x.
 */
package dev.hotlane.jmh.feed.rivals;
