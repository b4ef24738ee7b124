package dev.hotlane.infra.past;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Sender;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What is asked of a past state. Immutable; any thread.
 *
 * @param kind which rows
 * @param text the key, prefix, id or owner; empty for {@link Kind#SUMMARY}
 * @param tenant whose reservations, empty for the empty tenant
 */
public record PastQuery(Kind kind, String text, String tenant) {
    /** Which rows are asked for. */
    public enum Kind {
        /** No rows, only how many there are. */
        SUMMARY,
        /** The counter of that key. */
        KEY,
        /** All counters whose keys begin so. */
        PREFIX,
        /** The reservation of that id. */
        RESERVATION,
        /** All reservations of that owner. */
        OWNER
    }

    byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The id of the reservation; null if no reservation can have it. */
    CommandId id() {
        CommandId id = new CommandId();
        return id.parseKey(Sender.of(tenant, "").recordKey(bytes())) ? id : null;
    }

    boolean isPrefixOf(byte[] key, int length) {
        byte[] prefix = bytes();
        return prefix.length <= length && Arrays.equals(prefix, 0, prefix.length, key, 0, prefix.length);
    }

    boolean isTenant(byte[] source, int offset, int length) {
        byte[] own = tenant.getBytes(StandardCharsets.UTF_8);
        return Arrays.equals(own, 0, own.length, source, offset, offset + length);
    }
}
