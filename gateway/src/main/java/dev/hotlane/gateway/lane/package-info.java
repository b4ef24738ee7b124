/**
 * The way into the log and back: requests are numbered, sent and matched with their replies. In: exchanges; reply
 * records, from the reply topic or, in a node, in memory. Out: records of the command topic; the end of each exchange,
 * on its event loop.
 * Threads: an event loop sends and answers, {@code replies} polls, Kafka's own thread acknowledges; in a node the
 * processor's thread {@code reply} hands replies over.
 * May import: kafka-clients, Agrona, protocol, gateway.problem, gateway.settings. Nothing here depends on HTTP or JSON.
 */
package dev.hotlane.gateway.lane;
