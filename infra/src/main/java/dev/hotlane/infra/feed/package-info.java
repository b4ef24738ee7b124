/**
 * The change feed: a follower that publishes every change of a lane as JSON, once. In: the log, a state to begin with,
 * the position in {@code LANE.progress}. Out: one Kafka transaction a cut, into three topics.
 * Thread: the caller's applies the log; {@code feed-publisher} has the transactions of cuts; any thread may read the status.
 * May import: flusher.mysql, processor.checkpoint, processor.halt, processor.log, processor.recover, processor.state,
 * processor.status, processor.watch (ShownOffset), processor (ProcessorSettings), infra.log, infra.snapshot, infra.verify (VerifyException), protocol, protocol.feed, protocol.json, protocol.kafka, kafka-clients.
 */
package dev.hotlane.infra.feed;
