package dev.hotlane.gateway.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Checks the bytes of a body before the parser reads them. Any thread. */
final class JsonBytes {
    private static final int DECODED_AT_ONCE = 512;

    private JsonBytes() {}

    /** Index of the first byte that is NUL or not UTF-8 by RFC 3629, or -1 if there is none. */
    static int faultAt(byte[] bytes, int from, int to) {
        int ascii = from;
        while (ascii < to && bytes[ascii] > 0) {
            ascii++;
        }
        if (ascii == to) {
            return -1;
        }
        ByteBuffer rest = ByteBuffer.wrap(bytes, ascii, to - ascii);
        CharBuffer chars = CharBuffer.allocate(Math.min(to - ascii, DECODED_AT_ONCE));
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            result = decoder.decode(rest, chars.clear(), true);
        }
        for (int at = ascii; at < rest.position(); at++) {
            if (bytes[at] == 0) {
                return at;
            }
        }
        return result.isError() ? rest.position() : -1;
    }
}
