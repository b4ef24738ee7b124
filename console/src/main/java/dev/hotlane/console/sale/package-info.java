/**
 * The stock of a sale. In: pages of counters and numbers of limits from the checkpoint in MySQL. Out: rows with the time of
 * each sell-out, and groups of limits.
 * Thread: the console's event loop; the list waits for MySQL on its own threads.
 * May import: gateway.listing, gateway.settings, Vert.x.
 */
package dev.hotlane.console.sale;
