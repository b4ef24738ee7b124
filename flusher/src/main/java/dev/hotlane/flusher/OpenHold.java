package dev.hotlane.flusher;

/**
 * One open hold as the checkpoint keeps it: its image, opaque to the flusher, and what SQL readers want to see. Image,
 * id and owner are ranges of one array. A mutable carrier: fill one and use it for every call, {@link HBatching} copies.
 */
public final class OpenHold {
    /** Longest image in bytes, as in a packed entry. */
    public static final int IMAGE_BYTES_MAX = PackedChunk.PAYLOAD_BYTES_MAX;
    /** Longest id in bytes. */
    public static final int ID_BYTES_MAX = 64;
    /** Longest owner in bytes. */
    public static final int OWNER_BYTES_MAX = 200;

    /** Sequence of the record that created it: its name in MySQL, and its place in the order of creation. */
    public long sequence;
    /** Log time of its creation, epoch milliseconds. */
    public long createdAt;
    /** Log time of its expiry, epoch milliseconds. */
    public long expiresAt;

    /** What the three ranges lie in. */
    public byte[] bytes;

    /** Where the image begins. */
    public int image;
    /** Its length, 0 to 65,535 bytes. */
    public int imageLength;

    /** Where the id as text begins. */
    public int id;
    /** Its length, 1 to 64 bytes. */
    public int idLength;

    /** Where the owner as text begins. */
    public int owner;
    /** Its length, 0 to 200 bytes; 0 for none. */
    public int ownerLength;

    void require() {
        require("id", idLength, 1, ID_BYTES_MAX);
        require("owner", ownerLength, 0, OWNER_BYTES_MAX);
        require("image", imageLength, 0, IMAGE_BYTES_MAX);
    }

    private void require(String what, int length, int min, int max) {
        if (length < min || length > max) {
            throw new IllegalArgumentException(
                    what + " of hold " + sequence + " has " + length + " bytes, expected " + min + ".." + max);
        }
    }
}
