package dev.hotlane.gateway.changes;

import java.util.List;

/**
 * All that changed at one sequence, or a gap. A group is sent whole or not at all. Immutable.
 *
 * @param sequence its number
 * @param documents the documents in their order
 * @param next offset behind its last record
 */
record ChangesGroup(long sequence, List<ChangesDocument> documents, long next) {
    private static final long GROUP_BYTES = 200;
    private static final long PART_BYTES = 100;

    /** Heap that it takes, calculated. */
    long bytes() {
        long bytes = GROUP_BYTES;
        for (ChangesDocument document : documents) {
            bytes += GROUP_BYTES + document.json().length;
            bytes += PART_BYTES * document.changes().size();
            bytes += 3 * PART_BYTES * document.reservations().size();
            bytes += PART_BYTES * document.fields().size();
        }
        return bytes;
    }

    boolean isGap() {
        return documents.get(0).isGap();
    }
}
