/**
 * A checkpoint as one file: taken from a database, proven by its digest, put back into an empty database, or where a
 * comparison begins. In: a database, or a file. Out: a file (docs/format.md), or a database.
 * Thread: the caller's, blocking.
 * May import: flusher, processor.checkpoint, processor.recover, processor.log, processor.halt, processor.state,
 * infra.log, protocol, kafka-clients.
 */
package dev.hotlane.infra.snapshot;
