/**
 * A page about a running lane, as a process of its own. In: the figures of nodes, gateways and processors, the
 * checkpoint in MySQL, and the log. Out: pages for browsers, one JSON a second to each. Writes nothing anywhere else.
 * Thread: one event loop of Vert.x; {@code listing-N} of the gateway's list wait for MySQL, {@code log-reader-N} for Kafka.
 * May import: the packages below, access, access.file, protocol.tls, gateway.listing, gateway.settings, Vert.x.
 */
package dev.hotlane.console;
