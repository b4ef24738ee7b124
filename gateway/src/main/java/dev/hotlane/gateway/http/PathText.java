package dev.hotlane.gateway.http;

import dev.hotlane.gateway.problem.RequestRefused;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Decodes one segment of a request path, or one value of a query, to bytes. Any thread. */
final class PathText {
    private PathText() {}

    /**
     * Decodes percent escapes; throws MALFORMED for a character that is not visible ASCII, for a #, or if the result is not
     * UTF-8. The text of the rejection calls it {@code place}.
     */
    static byte[] decode(String path, int from, int to, String place) {
        byte[] bytes = new byte[to - from];
        int length = 0;
        for (int at = from; at < to; at++) {
            char next = path.charAt(at);
            if (next == '%') {
                bytes[length++] = (byte) (digit(path, at + 1, to, place) << 4 | digit(path, at + 2, to, place));
                at += 2;
            } else if (next > ' ' && next < 0x7F && next != '#') {
                bytes[length++] = (byte) next;
            } else {
                throw RequestRefused.malformed(place + ": character " + at + " must be percent-encoded");
            }
        }
        if (length == bytes.length) {
            // Without an escape it is ASCII.
            return bytes;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length));
        } catch (CharacterCodingException e) {
            throw RequestRefused.malformed(place + ": what it says is not UTF-8 once decoded");
        }
        return Arrays.copyOf(bytes, length);
    }

    private static int digit(String path, int at, int to, String place) {
        int digit = at < to && path.charAt(at) < 0x7F ? Character.digit(path.charAt(at), 16) : -1;
        if (digit < 0) {
            throw RequestRefused.malformed(
                    place + ": % must be followed by two hexadecimal digits, see character " + at);
        }
        return digit;
    }
}
