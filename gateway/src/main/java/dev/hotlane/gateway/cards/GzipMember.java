package dev.hotlane.gateway.cards;

import java.util.zip.CRC32;

/**
 * Builds one gzip member (RFC 1952) of compressed cards and of stored blocks (RFC 1951, 3.2.4): compresses nothing. Call
 * {@link #card} and {@link #stored} in the order of the text, then {@link #end}. Belongs to one thread.
 */
final class GzipMember {
    /** Bytes of header and trailer. */
    static final int FRAME_LENGTH = 18;

    private static final byte[] HEADER = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 0xFF};
    private static final int BLOCK_HEADER_LENGTH = 5;
    private static final int BLOCK_LENGTH_MAX = 65_535;

    private final byte[] out;
    private final CRC32 crcOfBlock = new CRC32();
    private int at;
    private int crc;
    private long length;

    /** {@code bytes} is the exact number of bytes of the member. */
    GzipMember(int bytes) {
        out = new byte[bytes];
        append(HEADER, 0, HEADER.length);
    }

    /** Number of bytes that a text takes as stored blocks; an empty text takes one block. */
    static int storedLength(int length) {
        int blocks = Math.max(1, (length + BLOCK_LENGTH_MAX - 1) / BLOCK_LENGTH_MAX);
        return length + blocks * BLOCK_HEADER_LENGTH;
    }

    /** Appends the text of a card. */
    void card(Card card) {
        append(card.stream(), 0, card.stream().length);
        text(card.crc(), card.operator(), card.length());
    }

    /** Appends the bytes from {@code from} to {@code to} as they are; {@code last} if nothing follows. */
    void stored(byte[] bytes, int from, int to, boolean last) {
        int block = from;
        do {
            int end = Math.min(to, block + BLOCK_LENGTH_MAX);
            out[at++] = (byte) (last && end == to ? 1 : 0);
            uint16(end - block);
            uint16(~(end - block));
            append(bytes, block, end - block);
            block = end;
        } while (block < to);
        crcOfBlock.reset();
        crcOfBlock.update(bytes, from, to - from);
        text((int) crcOfBlock.getValue(), Crc32Combine.operator(to - from), to - from);
    }

    /** The whole member; it must have the number of bytes that was announced. */
    byte[] end() {
        uint16(crc);
        uint16(crc >>> 16);
        uint16((int) length);
        uint16((int) length >>> 16);
        if (at != out.length) {
            throw new IllegalStateException("the member has " + at + " bytes, not " + out.length);
        }
        return out;
    }

    private void text(int crcOfText, int operator, int lengthOfText) {
        crc = Crc32Combine.combine(crc, crcOfText, operator);
        length += lengthOfText;
    }

    private void append(byte[] bytes, int from, int count) {
        System.arraycopy(bytes, from, out, at, count);
        at += count;
    }

    private void uint16(int value) {
        out[at++] = (byte) value;
        out[at++] = (byte) (value >>> 8);
    }
}
