package dev.hotlane.infra.repair;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.cli.RecordJson;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The cause that stops every processor at an offset: the record there, or a gap of one or more missing offsets.
 *
 * @param first the offset
 * @param end first offset behind it
 * @param record the record, null of a gap
 */
record Skippable(long first, long end, ConsumerRecord<byte[], byte[]> record) {

    /** Reads the record or the gap there; a gap must be named by its first missing offset. */
    static Skippable at(TopicLog log, long offset) {
        ConsumerRecord<byte[], byte[]> found = read(log, offset);
        if (found != null && found.offset() == offset) {
            return new Skippable(offset, offset + 1, found);
        }
        long end = found == null ? log.position() : found.offset();
        if (offset == log.startOffset()) {
            return new Skippable(offset, end, null);
        }
        ConsumerRecord<byte[], byte[]> before = read(log, offset - 1);
        if (before == null || before.offset() != offset - 1) {
            throw new RepairException("no record stands at offset " + (offset - 1) + " either: name the first offset"
                    + " that is missing, as the processor's last message does");
        }
        return new Skippable(offset, end, null);
    }

    /** The first record from that offset on, null if there is none up to the end. */
    private static ConsumerRecord<byte[], byte[]> read(TopicLog log, long offset) {
        log.seek(offset);
        long end = log.endOffset();
        while (log.position() < end) {
            for (ConsumerRecord<byte[], byte[]> record : log.poll()) {
                return record;
            }
        }
        return null;
    }

    boolean isGap() {
        return record == null;
    }

    /** Whether it stops processors only by its content, and not by its effect on the state. */
    boolean isTick() {
        return !isGap() && new RecordView().wrap(record.key(), record.value()) == RecordKind.TICK;
    }

    /** A sentence that describes it. */
    String describe() {
        if (isGap()) {
            String which = end - first == 1 ? "offset " + first : "offsets " + first + ".." + (end - 1);
            return "no record stands at " + which + " (" + (end - first) + " missing): markers and aborted records of"
                    + " transactions, or records that were removed";
        }
        return "the record: " + new RecordJson().line(first, record.timestamp(), record.key(), record.value());
    }

    /** Rejects a SKIP, which can't be taken back. */
    void requireNoSkip() {
        RecordView view = new RecordView();
        if (!isGap() && view.wrap(record.key(), record.value()) == RecordKind.SKIP) {
            throw new RepairException("the record at offset " + first + " is itself a SKIP, of offset "
                    + view.skippedOffset() + ": a SKIP can't be taken back, and stops no processor. If a processor ends"
                    + " there all the same, take the offset that its last message names");
        }
    }

    /** Why it must not be skipped when a leader passed it. */
    String passed() {
        return isGap()
                ? "so a record stood there and is lost: its callers may have been answered. Bring the log back, or see"
                        + " the runbook of a lost log"
                : "so the record did no harm there, and may have been answered: look for a fault of this build or this"
                        + " machine";
    }
}
