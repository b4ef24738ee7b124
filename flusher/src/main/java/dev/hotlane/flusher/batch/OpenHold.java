package dev.hotlane.flusher.batch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One open hold as the checkpoint stores it: its image, opaque to the flusher, and the columns for SQL readers. Image,
 * id, owner and tenant are ranges of one array. A mutable carrier: one serves every call, {@link HBatching} copies.
 */
public final class OpenHold {
    /** Longest image in bytes, as in a packed entry. */
    public static final int IMAGE_BYTES_MAX = PackedChunk.PAYLOAD_BYTES_MAX;
    /** Longest id in bytes. */
    public static final int ID_BYTES_MAX = 64;
    /** Longest owner in bytes. */
    public static final int OWNER_BYTES_MAX = 200;
    /** Longest tenant in bytes. */
    public static final int TENANT_BYTES_MAX = 32;

    /** Sequence of the record that created it: its key in MySQL, and its position in the order of creation. */
    public long sequence;
    /** Log time of its creation, epoch milliseconds. */
    public long createdAt;
    /** Log time of its expiry, epoch milliseconds. */
    public long expiresAt;

    /** The array that contains the four ranges. */
    public byte[] bytes;

    /** Start of the image. */
    public int image;
    /** Length of the image, 0 to 65,535 bytes. */
    public int imageLength;

    /** Start of the id as text. */
    public int id;
    /** Length of the id, 1 to 64 bytes. */
    public int idLength;

    /** Start of the owner as text. */
    public int owner;
    /** Length of the owner, 0 to 200 bytes; 0 for none. */
    public int ownerLength;

    /** Start of the tenant as text. */
    public int tenant;
    /** Length of the tenant, 0 to 32 bytes; 0 for the empty one. */
    public int tenantLength;

    /** Puts the four ranges one after the other. */
    public void join(byte[] idText, byte[] ownerText, byte[] tenantText, byte[] imageBytes) {
        id = 0;
        idLength = idText.length;
        owner = idLength;
        ownerLength = ownerText.length;
        tenant = owner + ownerLength;
        tenantLength = tenantText.length;
        image = tenant + tenantLength;
        imageLength = imageBytes.length;
        bytes = Arrays.copyOf(idText, image + imageLength);
        System.arraycopy(ownerText, 0, bytes, owner, ownerLength);
        System.arraycopy(tenantText, 0, bytes, tenant, tenantLength);
        System.arraycopy(imageBytes, 0, bytes, image, imageLength);
    }

    /** Whether both have the same columns for SQL readers: all but the image. */
    public boolean readsAs(OpenHold other) {
        return sequence == other.sequence
                && createdAt == other.createdAt
                && expiresAt == other.expiresAt
                && same(id, idLength, other, other.id, other.idLength)
                && same(owner, ownerLength, other, other.owner, other.ownerLength)
                && same(tenant, tenantLength, other, other.tenant, other.tenantLength);
    }

    private boolean same(int from, int length, OpenHold other, int otherFrom, int otherLength) {
        return Arrays.equals(bytes, from, from + length, other.bytes, otherFrom, otherFrom + otherLength);
    }

    /** The columns for SQL readers, for messages. */
    @Override
    public String toString() {
        return "sequence " + sequence + ", id " + text(id, idLength) + ", owner " + text(owner, ownerLength)
                + ", tenant " + text(tenant, tenantLength) + ", created at " + createdAt + ", expires at " + expiresAt;
    }

    private String text(int from, int length) {
        return '"' + new String(bytes, from, length, StandardCharsets.UTF_8) + '"';
    }

    void require() {
        require("id", idLength, 1, ID_BYTES_MAX);
        require("owner", ownerLength, 0, OWNER_BYTES_MAX);
        require("tenant", tenantLength, 0, TENANT_BYTES_MAX);
        require("image", imageLength, 0, IMAGE_BYTES_MAX);
    }

    private void require(String what, int length, int min, int max) {
        if (length < min || length > max) {
            throw new IllegalArgumentException(
                    what + " of hold " + sequence + " has " + length + " bytes, expected " + min + ".." + max);
        }
    }
}
