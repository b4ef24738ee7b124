/**
 * Deletes log records that MySQL and proven snapshots have, in a process of its own: with ACLs no account of the lane may.
 * In: brokers, a lane, its database. Out: deleted records, or a halt when the topic was created again.
 * Thread: the caller's, blocking.
 * May import: protocol, flusher, processor.watch, processor.halt, processor.log, infra.log, kafka-clients, slf4j.
 */
package dev.hotlane.infra.retention;
