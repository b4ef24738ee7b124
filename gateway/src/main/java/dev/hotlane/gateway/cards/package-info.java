/**
 * Product cards: published documents, compressed once per change, sent with the counters of the moment. In: records of
 * the cards topic (offset, key, value); the bodies of counters. Out: one gzip member per answer, or its plain form.
 * Thread: the one that each class names; none starts here. May import: protocol, gateway.json, gateway.problem.
 */
package dev.hotlane.gateway.cards;
