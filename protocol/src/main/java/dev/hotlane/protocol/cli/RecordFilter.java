package dev.hotlane.protocol.cli;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Selects records of a command topic to show. Belongs to one thread. */
public final class RecordFilter {
    private final RecordView view = new RecordView();
    private final Set<RecordKind> kinds;
    private final List<byte[]> keys;
    private final byte[] id;
    private final byte[] tenant;
    private final byte[] principal;

    /**
     * Shows the records that meet all three conditions, of any tenant and principal.
     *
     * @param kinds kinds of records; empty for any
     * @param keys keys of counters, one of which the record's ops or reads name; empty for any
     * @param id the record's own id or its target's; null for any
     */
    public RecordFilter(Set<RecordKind> kinds, List<String> keys, String id) {
        this(kinds, keys, id, null, null);
    }

    /**
     * Shows the records that meet all five conditions.
     *
     * @param tenant whose commands and reads; empty for the empty tenant's, null for any record
     * @param principal who sent the command or read; null for any record
     */
    public RecordFilter(Set<RecordKind> kinds, List<String> keys, String id, String tenant, String principal) {
        this.kinds = kinds.isEmpty() ? EnumSet.allOf(RecordKind.class) : EnumSet.copyOf(kinds);
        this.keys = keys.stream().map(RecordFilter::utf8).toList();
        this.id = id == null ? null : utf8(id);
        this.tenant = tenant == null ? null : utf8(tenant);
        this.principal = principal == null ? null : utf8(principal);
    }

    /** Shows every record. */
    public static RecordFilter all() {
        return new RecordFilter(Set.of(), List.of(), null);
    }

    /** Whether to show this record. */
    public boolean takes(byte[] recordKey, byte[] value) {
        RecordKind found = view.wrap(recordKey, value);
        return kinds.contains(found)
                && (keys.isEmpty() || namesKey(found))
                && (id == null || isOfId(found, recordKey) || speaksOfId(found))
                && (tenant == null || isOfTenant(found, recordKey))
                && (principal == null || isOfPrincipal(found));
    }

    private boolean isOfId(RecordKind found, byte[] recordKey) {
        int from = found == RecordKind.COMMAND ? view.command().id().idOffset() : 0;
        return recordKey != null && equal(id, recordKey, from, recordKey.length - from);
    }

    private boolean isOfTenant(RecordKind found, byte[] recordKey) {
        if (found == RecordKind.COMMAND) {
            return equal(tenant, recordKey, 0, view.command().id().tenantLength());
        }
        return found == RecordKind.READ && Arrays.equals(tenant, view.read().tenantText());
    }

    private boolean isOfPrincipal(RecordKind found) {
        if (found == RecordKind.COMMAND) {
            return Arrays.equals(principal, view.command().principal());
        }
        return found == RecordKind.READ && Arrays.equals(principal, view.read().principal());
    }

    private boolean namesKey(RecordKind found) {
        if (found == RecordKind.COMMAND && view.command().fault() == Verdict.OK) {
            CommandView command = view.command();
            for (int i = 0; i < command.opCount(); i++) {
                if (isWanted(command.bytes(), command.keyOffset(i), command.keyLength(i))) {
                    return true;
                }
            }
        }
        if (found == RecordKind.READ && view.read().fault() == Verdict.OK) {
            ReadView read = view.read();
            for (int i = 0; i < read.keyCount(); i++) {
                if (isWanted(read.bytes(), read.keyOffset(i), read.keyLength(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isWanted(byte[] bytes, int offset, int length) {
        for (byte[] key : keys) {
            if (equal(key, bytes, offset, length)) {
                return true;
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

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
