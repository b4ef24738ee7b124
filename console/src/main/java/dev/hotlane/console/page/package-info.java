/**
 * The console's HTTP server. In: requests of browsers. Out: fixed files, streams of events with one JSON a second,
 * steps of searches in the log, the rules with commands to copy, and logins.
 * Thread: the console's event loop.
 * May import: access, console.caller, console.log, protocol.host, protocol.tls, Vert.x.
 */
package dev.hotlane.console.page;
