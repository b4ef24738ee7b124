/**
 * A table of values beside the lane. In: the checkpoint, and the log behind it. Out: the flusher's projection, by
 * vBatching.
 * Thread: the caller's applies records and fills the marshallers, the projection's writers write.
 * May import: flusher, processor.checkpoint, processor.log, processor.recover, processor.state, infra.log, protocol,
 * kafka-clients.
 */
package dev.hotlane.infra.projection;
