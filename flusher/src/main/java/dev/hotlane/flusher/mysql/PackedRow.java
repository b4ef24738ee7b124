package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.PackedChunk;

/** A row of packed entries as read from a table; {@link #require} checks it. Layout: {@link PackedChunk}. */
record PackedRow(String table, long firstSequence, long endSequence, int entries, long crc32c, byte[] bytes) {

    /** Receives entries; the bytes are valid during the call only. */
    interface Entries {
        void entry(long sequence, byte[] src, int offset, int length);
    }

    /**
     * Checks CRC, framing and sequences; the row must lie in [previousLast, nextSequence): a record's entries may be
     * spread over rows, so a row may begin with the last sequence of the one before it.
     */
    void require(long previousLast, long nextSequence) {
        if (firstSequence < previousLast) {
            throw corrupt("begins below the last sequence of the row before it, " + previousLast);
        }
        if (endSequence > nextSequence) {
            throw corrupt("ends at " + endSequence + ", above the next sequence by hl_meta, " + nextSequence);
        }
        long crc = PackedRows.crc(bytes, 0, bytes.length);
        if (crc != crc32c) {
            throw corrupt("has CRC32C " + Long.toHexString(crc) + ", its column says " + Long.toHexString(crc32c));
        }
        requireEntries();
    }

    private void requireEntries() {
        int count = 0;
        int at = 0;
        long last = firstSequence;
        while (at < bytes.length) {
            int left = bytes.length - at;
            if (left < PackedChunk.ENTRY_HEADER_BYTES
                    || left < PackedChunk.ENTRY_HEADER_BYTES + PackedChunk.payloadLengthAt(bytes, at)) {
                throw corrupt("ends in the middle of entry " + count + ", at byte " + at + " of " + bytes.length);
            }
            long sequence = PackedChunk.sequenceAt(bytes, at);
            if (sequence < last || (count == 0 && sequence != firstSequence)) {
                throw corrupt("has sequence " + sequence + " at byte " + at + " where " + last + " or more belongs");
            }
            last = sequence;
            count++;
            at = PackedChunk.next(bytes, at);
        }
        if (count != entries || last + 1 != endSequence || count == 0) {
            throw corrupt("holds " + count + " entries up to sequence " + last + ", its columns say " + entries
                    + " up to " + (endSequence - 1));
        }
    }

    /** Passes every entry at or above the sequence to the sink and returns their number. */
    long deliver(long fromSequence, Entries sink) {
        long delivered = 0;
        for (int at = 0; at < bytes.length; at = PackedChunk.next(bytes, at)) {
            long sequence = PackedChunk.sequenceAt(bytes, at);
            if (sequence >= fromSequence) {
                sink.entry(
                        sequence, bytes, at + PackedChunk.ENTRY_HEADER_BYTES, PackedChunk.payloadLengthAt(bytes, at));
                delivered++;
            }
        }
        return delivered;
    }

    private FlusherException corrupt(String what) {
        return CheckpointReader.corrupt("the " + table + " row with first_sequence " + firstSequence + " " + what);
    }
}
