/**
 * Proof that MySQL equals the log: replays the log into a fresh state and compares every row at MySQL's own offset. In:
 * the command topic and one snapshot of the database, both read only. Out: a Verification.
 * Thread: the caller's.
 * May import: protocol, flusher, processor, infra.log, kafka-clients.
 */
package dev.hotlane.infra.verify;
