/**
 * What pages show of the readings. In: readings, each with a time. Out: one JSON a second, and points of the last 300 s.
 * A number of a source that does not answer is left out, never repeated.
 * Thread: the console's event loop; no clock, no I/O.
 * May import: console.source, Vert.x.
 */
package dev.hotlane.console.sample;
