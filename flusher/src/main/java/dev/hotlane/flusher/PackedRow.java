package dev.hotlane.flusher;

/** A row of hl_window as read back, trusted only after {@link #require}. Layout: {@link PackedChunk}. */
record PackedRow(long firstOffset, long endOffset, int entries, long crc32c, byte[] bytes) {

    /** Checks CRC, framing and offsets; the row must lie in [previousEnd, nextOffset). */
    void require(long previousEnd, long nextOffset) {
        if (firstOffset < previousEnd) {
            throw corrupt("begins below the end of the row before it, " + previousEnd);
        }
        if (endOffset > nextOffset) {
            throw corrupt("ends at " + endOffset + ", above hl_meta.next_offset " + nextOffset);
        }
        long crc = WindowRows.crc(bytes, 0, bytes.length);
        if (crc != crc32c) {
            throw corrupt("has CRC32C " + Long.toHexString(crc) + ", its column says " + Long.toHexString(crc32c));
        }
        int count = 0;
        int at = 0;
        long last = firstOffset - 1;
        while (at < bytes.length) {
            int left = bytes.length - at;
            if (left < PackedChunk.ENTRY_HEADER_BYTES
                    || left < PackedChunk.ENTRY_HEADER_BYTES + PackedChunk.payloadLengthAt(bytes, at)) {
                throw corrupt("ends in the middle of entry " + count + ", at byte " + at + " of " + bytes.length);
            }
            long offset = PackedChunk.offsetAt(bytes, at);
            if (offset <= last || (count == 0 && offset != firstOffset)) {
                throw corrupt("has offset " + offset + " at byte " + at + " where one after " + last + " belongs");
            }
            last = offset;
            count++;
            at = PackedChunk.next(bytes, at);
        }
        if (count != entries || last + 1 != endOffset || count == 0) {
            throw corrupt("holds " + count + " entries up to offset " + last + ", its columns say " + entries
                    + " up to " + (endOffset - 1));
        }
    }

    /** Hands every entry at or above the offset to the sink and returns how many. */
    long deliver(long fromOffset, CheckpointSink sink) {
        long delivered = 0;
        for (int at = 0; at < bytes.length; at = PackedChunk.next(bytes, at)) {
            long offset = PackedChunk.offsetAt(bytes, at);
            if (offset >= fromOffset) {
                sink.packed(offset, bytes, at + PackedChunk.ENTRY_HEADER_BYTES, PackedChunk.payloadLengthAt(bytes, at));
                delivered++;
            }
        }
        return delivered;
    }

    private FlusherException corrupt(String what) {
        return CheckpointReader.corrupt("the hl_window row with first_offset " + firstOffset + " " + what);
    }
}
