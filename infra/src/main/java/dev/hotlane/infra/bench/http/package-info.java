/**
 * Load on a whole lane over HTTP, on a stack of its own. In: what to send, how fast. Out: figures, and whether every
 * unit is where it must be. Thread: the caller's, which is also the load generator's event loop.
 */
package dev.hotlane.infra.bench.http;
