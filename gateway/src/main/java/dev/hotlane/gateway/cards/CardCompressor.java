package dev.hotlane.gateway.cards;

import dev.hotlane.protocol.json.JsonText;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Compresses documents to cards. Belongs to one thread; close it, because zlib's memory is outside the heap. */
final class CardCompressor implements AutoCloseable {
    /** zlib's own default: a higher level costs more time than it saves bytes. */
    private static final int LEVEL = 6;

    private static final int START_LENGTH = 64 * 1024;
    private static final byte[] BEFORE = JsonText.ascii("{\"product\":");

    private final Deflater deflater = new Deflater(LEVEL, true);
    private final CRC32 crc = new CRC32();
    private byte[] out = new byte[START_LENGTH];

    /** Compresses one document. */
    Card compress(String id, long offset, List<byte[]> counterKeys, byte[] document) {
        crc.reset();
        crc.update(BEFORE);
        crc.update(document);
        deflater.reset();
        deflater.setInput(BEFORE);
        int length = deflate(0, Deflater.NO_FLUSH);
        deflater.setInput(document);
        length = deflate(length, Deflater.NO_FLUSH);
        // The flush ends the last block on a byte boundary: an empty stored block follows, 00 00 ff ff.
        length = deflate(length, Deflater.SYNC_FLUSH);
        byte[] stream = Arrays.copyOf(out, length);
        return new Card(id, offset, counterKeys, stream, BEFORE.length + document.length, (int) crc.getValue());
    }

    /** Deflates until zlib leaves room in the buffer, so has no more to write; returns the number of bytes in it. */
    private int deflate(int from, int flush) {
        int length = from;
        while (true) {
            length += deflater.deflate(out, length, out.length - length, flush);
            if (length < out.length) {
                return length;
            }
            out = Arrays.copyOf(out, out.length * 2);
        }
    }

    @Override
    public void close() {
        deflater.end();
    }
}
