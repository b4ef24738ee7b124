package dev.hotlane.jmh.peers.streams;

import java.nio.ByteBuffer;

/** Two numbers, which is all that a record of this peer holds: the call's number, and units wanted or left. */
record StreamsRecords(long call, long units) {
    /** As a reply: there are too few. */
    static final long SOLD_OUT = -1;

    byte[] bytes() {
        return ByteBuffer.allocate(2 * Long.BYTES).putLong(call).putLong(units).array();
    }

    static StreamsRecords read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return new StreamsRecords(in.getLong(), in.getLong());
    }
}
