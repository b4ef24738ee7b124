/**
 * Streams of server-sent events with every change of the lane, from the feed's topics. In: records of {@code <lane>.changes} and
 * {@code <lane>.progress}, streams that clients open. Out: events, each change whole and once.
 * {@link dev.hotlane.gateway.changes.ChangesHub} is shared; a {@link dev.hotlane.gateway.changes.ChangesLoop} with its streams
 * belongs to one event loop.
 * Threads: {@code changes} follows both topics into the ring; {@code changes-reader-N} read for streams that are behind the ring;
 * the event loop of a stream does all else.
 * May import: access, protocol, protocol.json, protocol.kafka, gateway.settings, gateway.watch, Jackson, Kafka, slf4j, the JDK.
 */
package dev.hotlane.gateway.changes;
