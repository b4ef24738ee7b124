package dev.hotlane.gateway.call;

import java.nio.charset.StandardCharsets;

/** Writes a path segment: percent-encodes all but the unreserved characters of RFC 3986. Any thread. */
final class SegmentText {
    private static final String UNRESERVED = "-._~";
    private static final String HEX = "0123456789ABCDEF";

    private SegmentText() {}

    /** The encoded segment of these bytes. */
    static String encode(byte[] bytes) {
        byte[] text = new byte[bytes.length * 3];
        int length = 0;
        for (byte next : bytes) {
            if (plain(next)) {
                text[length++] = next;
            } else {
                text[length++] = '%';
                text[length++] = (byte) HEX.charAt((next & 0xFF) >> 4);
                text[length++] = (byte) HEX.charAt(next & 0xF);
            }
        }
        return new String(text, 0, length, StandardCharsets.US_ASCII);
    }

    private static boolean plain(byte next) {
        return next >= 'a' && next <= 'z'
                || next >= 'A' && next <= 'Z'
                || next >= '0' && next <= '9'
                || UNRESERVED.indexOf(next) >= 0;
    }
}
