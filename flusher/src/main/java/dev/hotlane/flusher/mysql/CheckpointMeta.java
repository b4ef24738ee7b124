package dev.hotlane.flusher.mysql;

import dev.hotlane.protocol.Meta;

/**
 * The meta row of a checkpoint, as of one moment.
 *
 * @param identity the log that it belongs to
 * @param fenceEpoch epoch of the process that may write
 * @param cut offset and the other columns
 */
public record CheckpointMeta(Identity identity, long fenceEpoch, Meta cut) {}
