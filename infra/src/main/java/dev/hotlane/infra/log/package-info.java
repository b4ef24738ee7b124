/**
 * Reads a lane's command log for people: by offset, by time, by key or id, from the end or as it grows.
 * In: brokers, the name of a topic, what to look for. Out: lines of JSON. Thread: the caller's, blocking.
 * May import: protocol, flusher (Identity), kafka-clients.
 */
package dev.hotlane.infra.log;
