/**
 * The state of a lane at any record or time, its history, and what other rules would have given. In: the command topic,
 * read only, snapshot files, changes to replay with. Out: rows, changes, reports, snapshot files, the
 * flusher's table of changes.
 * Threads: the caller's; {@code segment-N} replays one part of a history; {@code other-lane} applies a what-if's
 * rewritten records; {@code history-writer} writes rows of changes.
 * May import: protocol, flusher, processor.checkpoint, processor.halt, processor.log, processor.recover,
 * processor.state, infra.log, infra.snapshot, kafka-clients, Agrona, Jackson.
 */
package dev.hotlane.infra.past;
