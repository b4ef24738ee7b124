/**
 * Product cards: published documents, compressed once per change, sent with the counters of the moment. In: records of
 * the cards topic (offset, key, value); the bodies of counters. Out: one gzip member per answer, or its plain form.
 * Threads: {@code cards} reads the topic, {@code card-fetch-N} fetch single cards that are not in memory; answers are
 * composed on the event loop that asks.
 * May import: Caffeine, kafka-clients, protocol, gateway.json, gateway.problem, gateway.settings.
 */
package dev.hotlane.gateway.cards;
