package dev.hotlane.gateway.lane;

/**
 * The room for request bodies of one event loop, in bytes: bodies that are being read, and those of requests in the log.
 * Belongs to that event loop.
 */
public final class BodyRoom {
    private final long bytesMax;
    private long bytes;

    /** Room for this number of bytes. */
    public BodyRoom(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** Bytes that are taken. */
    public long bytes() {
        return bytes;
    }

    /** Reserves this number of bytes; returns false if there is no room for them. */
    public boolean take(int count) {
        if (bytes + count > bytesMax) {
            return false;
        }
        bytes += count;
        return true;
    }

    /** Releases this number of bytes. */
    public void give(int count) {
        bytes -= count;
    }

    /** Whether less than half of the room is taken, so that batch lines may take some too. */
    boolean hasRoomToSpare() {
        return bytes < bytesMax / 2;
    }
}
