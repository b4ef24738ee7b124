/**
 * The way into the log and back. In: encoded records; reply records. Out: replies and beats, to their event loop.
 * Threads: an event loop sends, {@code replies} polls, Kafka's own thread acknowledges.
 * May import: kafka-clients, protocol, gateway.settings. Knows nothing of HTTP.
 */
package dev.hotlane.gateway.lane;
