/**
 * Reads the checkpoint in MySQL. In: prefix, cursor, limit. Out: a page, as of the offset it names; numbers of limits by
 * group; all counters, for the view.
 * Threads: {@code listing-N} wait for MySQL, so that no event loop does; the thread of the view loads all counters.
 * May import: JDBC, Connector/J, protocol, gateway.call, gateway.json, gateway.problem, gateway.settings,
 * gateway.view. Nothing else of the gateway depends on MySQL.
 */
package dev.hotlane.gateway.listing;
