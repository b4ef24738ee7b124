package dev.hotlane.gateway.board;

import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

/**
 * The document of a board in both forms, with their entity tags. Immutable; any thread.
 *
 * @param stamp what it is as of
 * @param plain the JSON document; nobody may change it
 * @param gzip the same as one gzip member; nobody may change it
 * @param tag XXH64 of the plain form, in hexadecimal
 */
record BoardText(BoardStamp stamp, byte[] plain, byte[] gzip, String tag) {

    /** Writes and compresses a copy; a document equal to that before is not compressed again. */
    static BoardText of(BoardCopy copy, BoardText before, JsonText text) {
        copy.write(text.clear());
        boolean same =
                before != null && Arrays.equals(before.plain, 0, before.plain.length, text.bytes(), 0, text.length());
        if (same) {
            return new BoardText(copy.stamp(), before.plain, before.gzip, before.tag);
        }
        byte[] plain = Arrays.copyOf(text.bytes(), text.length());
        String tag = HexFormat.of().toHexDigits(Hash.of(plain, 0, plain.length, 0));
        return new BoardText(copy.stamp(), plain, compressed(plain), tag);
    }

    /** An answer with it: its values are as of this sequence, at most {@code staleMs} old. */
    BoardAnswer answer(long sequence, long staleMs) {
        return new BoardAnswer(plain, gzip, tag, sequence, staleMs);
    }

    /** Level 6, as the JDK's usual one. */
    private static byte[] compressed(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.length / 4 + 64);
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
