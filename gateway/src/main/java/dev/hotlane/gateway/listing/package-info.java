/**
 * Lists from the checkpoint in MySQL. In: prefix, cursor, limit. Out: a page, as of the offset it names.
 * Threads: {@code listing-N} wait for MySQL, so that no event loop does.
 * May import: JDBC, Connector/J, protocol, gateway.call, gateway.json, gateway.problem, gateway.settings. Nothing else
 * of the gateway depends on MySQL.
 */
package dev.hotlane.gateway.listing;
