/**
 * The console's HTTP server. In: requests of browsers. Out: fixed files, and streams of events with one JSON a second.
 * Thread: the console's event loop.
 * May import: protocol.host, Vert.x.
 */
package dev.hotlane.console.page;
