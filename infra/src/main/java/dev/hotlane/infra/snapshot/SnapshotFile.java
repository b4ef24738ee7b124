package dev.hotlane.infra.snapshot;

/**
 * The layout of a snapshot file, as docs/format.md has it. All numbers are little-endian. After the head come blocks:
 *
 * <pre>
 *   0  1  kind
 *   1  3  0
 *   4  4  n, bytes of the content, at most {@link #CONTENT_MAX}
 *   8  n  content
 *   .. 4  CRC32C over the bytes from 0 to the end of the content
 * </pre>
 */
final class SnapshotFile {
    /** The first bytes of every snapshot. */
    static final byte[] MAGIC = {'H', 'L', 'S', 'N', 'A', 'P', 'S', 'H'};

    /** Version of the layout; any other is rejected. */
    static final int VERSION = 1;

    /** The magic, the version as uint16, six bytes of 0. */
    static final int HEAD_LENGTH = 16;

    static final int BLOCK_HEAD_LENGTH = 8;
    static final int CHECKSUM_LENGTH = 4;

    /** Bytes of content at which a block is written: far more than its head, far less than any heap. */
    static final int CONTENT_FULL = 256 * 1024;

    /** One more entry of the greatest size fits beyond {@link #CONTENT_FULL}. */
    static final int CONTENT_MAX = CONTENT_FULL + 128 * 1024;

    static final int META = 1;
    static final int COUNTERS = 2;
    static final int HOLDS = 3;
    static final int RESOLVED = 4;
    static final int WINDOW = 5;
    static final int END = 6;

    private SnapshotFile() {}
}
