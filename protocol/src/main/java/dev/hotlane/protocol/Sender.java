package dev.hotlane.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Who sends a request: its tenant, to whom holds and commands belong, and the principal that the log names. Both may be
 * empty. A COMMAND's record key is its id, or tenant, space, id: an id has no space. Immutable; byte arrays are not copied
 * and must not change. Any thread.
 *
 * @param tenant 1..32 of {@code a-z0-9-}, or empty
 * @param principal 1..64 visible ASCII characters, or empty
 */
public record Sender(byte[] tenant, byte[] principal) {
    /** Longest tenant, in bytes. */
    public static final int TENANT_LENGTH_MAX = 32;

    /** Longest principal, in bytes. */
    public static final int PRINCIPAL_LENGTH_MAX = 64;

    /** Separates tenant and id in a record key. */
    static final byte SEPARATOR = ' ';

    private static final byte[] EMPTY = {};

    /** The empty tenant and no principal. */
    public static final Sender NONE = new Sender(EMPTY, EMPTY);

    /** Throws IllegalArgumentException for a tenant or principal that a record can't have. */
    public Sender {
        if (!isTenant(tenant, 0, tenant.length)) {
            throw new IllegalArgumentException("a tenant has at most 32 of a-z0-9-");
        }
        if (!isPrincipal(principal, 0, principal.length)) {
            throw new IllegalArgumentException("a principal has at most 64 visible ASCII characters");
        }
    }

    /** The sender with these texts, each of which may be empty. */
    public static Sender of(String tenant, String principal) {
        return new Sender(tenant.getBytes(StandardCharsets.UTF_8), principal.getBytes(StandardCharsets.UTF_8));
    }

    /** The record key of this sender's COMMAND of that id: the same array if the tenant is empty. */
    public byte[] recordKey(byte[] id) {
        if (tenant.length == 0) {
            return id;
        }
        byte[] key = Arrays.copyOf(tenant, tenant.length + 1 + id.length);
        key[tenant.length] = SEPARATOR;
        System.arraycopy(id, 0, key, tenant.length + 1, id.length);
        return key;
    }

    /** Whether these bytes are a tenant, or empty. */
    public static boolean isTenant(byte[] bytes, int offset, int length) {
        boolean fits = length <= TENANT_LENGTH_MAX;
        for (int i = offset; fits && i < offset + length; i++) {
            byte next = bytes[i];
            fits = next >= 'a' && next <= 'z' || next >= '0' && next <= '9' || next == '-';
        }
        return fits;
    }

    /** Whether these bytes are the name of a principal, or empty. */
    public static boolean isPrincipal(byte[] bytes, int offset, int length) {
        return length == 0 || CommandId.isId(bytes, offset, length);
    }

    /** The number that stands for a tenant in lookups: XXH64 of its text, 0 if empty. */
    public static long tenantHash(byte[] bytes, int offset, int length) {
        return length == 0 ? 0 : Hash.of(bytes, offset, length, 0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sender that
                && Arrays.equals(tenant, that.tenant)
                && Arrays.equals(principal, that.principal);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(tenant) + Arrays.hashCode(principal);
    }
}
