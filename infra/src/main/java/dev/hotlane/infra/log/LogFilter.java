package dev.hotlane.infra.log;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Which records to show. Belongs to one thread. */
public final class LogFilter {
    private final RecordView view = new RecordView();
    private final byte[] key;
    private final byte[] id;
    private final RecordKind kind;

    /**
     * Each may be null, for any.
     *
     * @param key of a counter that the record's ops or reads name
     * @param id the record's own, or the one that it speaks of
     * @param kind of the record
     */
    public LogFilter(String key, String id, RecordKind kind) {
        this.key = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        this.id = id == null ? null : id.getBytes(StandardCharsets.UTF_8);
        this.kind = kind;
    }

    /** Whether to show that record. */
    public boolean takes(byte[] recordKey, byte[] value) {
        RecordKind found = view.wrap(recordKey, value);
        return (kind == null || kind == found)
                && (key == null || namesKey(found))
                && (id == null || Arrays.equals(id, recordKey) || speaksOfId(found));
    }

    private boolean namesKey(RecordKind found) {
        if (found == RecordKind.COMMAND && view.command().fault() == Verdict.OK) {
            CommandView command = view.command();
            for (int i = 0; i < command.opCount(); i++) {
                if (equal(key, command.bytes(), command.keyOffset(i), command.keyLength(i))) {
                    return true;
                }
            }
        }
        if (found == RecordKind.READ && view.read().fault() == Verdict.OK) {
            ReadView read = view.read();
            for (int i = 0; i < read.keyCount(); i++) {
                if (equal(key, read.bytes(), read.keyOffset(i), read.keyLength(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean speaksOfId(RecordKind found) {
        if (found == RecordKind.COMMAND && view.command().fault() == Verdict.OK) {
            CommandView command = view.command();
            return equal(id, command.bytes(), command.targetOffset(), command.targetLength());
        }
        return found == RecordKind.READ
                && view.read().fault() == Verdict.OK
                && Arrays.equals(id, view.read().target());
    }

    private static boolean equal(byte[] wanted, byte[] bytes, int offset, int length) {
        return Arrays.equals(wanted, 0, wanted.length, bytes, offset, offset + length);
    }
}
