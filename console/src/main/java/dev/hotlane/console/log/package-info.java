/**
 * Searches the command log for a page, in bounded steps. In: what to look for, and a lane whose topics can be read. Out: a
 * JSON with records in words, and where the next step begins.
 * Threads: {@code log-reader-N}, one step each at a time; steps are asked for and answered on the console's event loop.
 * May import: console.care, protocol, protocol.cli, Vert.x. Reads nothing but what the lane's interface gives: no Kafka.
 */
package dev.hotlane.console.log;
