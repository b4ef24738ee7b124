/**
 * The lane as one thing to start, watch and stop. In: settings. Out: a running lane, its metrics and status.
 * Threads: log, state, reply, flush, flush-writer, watch, http.
 * May import: all of dev.hotlane.processor, flusher, protocol, kafka-clients, Micrometer, slf4j.
 */
package dev.hotlane.processor;
