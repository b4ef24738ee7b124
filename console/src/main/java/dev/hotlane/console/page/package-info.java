/**
 * The console's HTTP server. In: requests of browsers. Out: fixed files, streams of events with one JSON a second, and
 * steps of searches in the log, and the rules with commands to copy.
 * Thread: the console's event loop.
 * May import: console.log, protocol.host, Vert.x.
 */
package dev.hotlane.console.page;
