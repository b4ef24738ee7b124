/**
 * The restore drill: a snapshot is restored into a database made for it, compared with the log, and marked as proven. In:
 * a snapshot file, the command topic, the lane's list of snapshots. Out: a mark in that list, or the reason why there is none.
 * Thread: the caller's, blocking.
 * May import: flusher, infra.log, infra.snapshot, infra.verify, processor.checkpoint, protocol.
 */
package dev.hotlane.infra.drill;
