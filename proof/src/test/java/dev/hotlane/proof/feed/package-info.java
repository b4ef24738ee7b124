/** Real consumers of the feed: Kafka Connect, Kafka's console consumer, programs in Python. */
package dev.hotlane.proof.feed;
