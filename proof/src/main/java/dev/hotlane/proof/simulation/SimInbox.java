package dev.hotlane.proof.simulation;

import java.util.ArrayDeque;

/** The records on the way in memory to a node's gateway. A record needs its room until the last event loop has it. */
final class SimInbox {
    /** A record or two. */
    private static final int BYTES_MAX = 250;

    private final ArrayDeque<byte[]> records = new ArrayDeque<>();
    private int bytes;
    private int bytesTaken;

    boolean isEmpty() {
        return records.isEmpty();
    }

    boolean hasRoom(byte[] record) {
        return bytes + room(record) <= BYTES_MAX;
    }

    void add(byte[] record) {
        records.add(record);
        bytes += room(record);
    }

    byte[] take() {
        byte[] record = records.remove();
        bytesTaken += room(record);
        return record;
    }

    /** Every event loop has what was taken. */
    void free() {
        bytes -= bytesTaken;
        bytesTaken = 0;
    }

    void clear() {
        records.clear();
        bytes = 0;
        bytesTaken = 0;
    }

    private static int room(byte[] record) {
        return Math.min(record.length, BYTES_MAX);
    }
}
