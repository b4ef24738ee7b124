package dev.hotlane.processor.checkpoint;

import dev.hotlane.protocol.Meta;

/**
 * What a checkpoint keeps of the record before its cut, to find the log written again.
 *
 * @param leaderEpoch the partition's leader epoch, -1 for unknown
 * @param timestamp the broker's time, epoch milliseconds
 * @param checksum the checksum inside the record's frame
 */
public record LastRecord(int leaderEpoch, long timestamp, int checksum) {
    /** That of a checkpoint. */
    public static LastRecord of(Meta cut) {
        return new LastRecord(cut.lastLeaderEpoch, cut.lastTimestamp, cut.lastCrc);
    }
}
