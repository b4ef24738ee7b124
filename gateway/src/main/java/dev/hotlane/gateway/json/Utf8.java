package dev.hotlane.gateway.json;

/** UTF-8 by RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. Any thread. */
public final class Utf8 {
    private Utf8() {}

    /** Index of the first byte that is not UTF-8, or -1 if there is none. */
    public static int faultAt(byte[] bytes, int length) {
        return faultAt(bytes, 0, length, 0);
    }

    /** The same for a range of bytes of a text: NUL is a fault too. */
    public static int faultInText(byte[] bytes, int from, int to) {
        return faultAt(bytes, from, to, 1);
    }

    private static int faultAt(byte[] bytes, int from, int to, int lowest) {
        int at = from;
        while (at < to) {
            if (bytes[at] >= lowest) {
                at++;
                continue;
            }
            int sequence = bytes[at] == 0 ? 0 : sequenceLength(bytes, at, to);
            if (sequence == 0) {
                return at;
            }
            at += sequence;
        }
        return -1;
    }

    private static int sequenceLength(byte[] bytes, int at, int length) {
        int first = bytes[at] & 0xFF;
        if (first >= 0xC2 && first <= 0xDF) {
            return continues(bytes, at + 1, length, 0x80, 0xBF) ? 2 : 0;
        }
        if (first >= 0xE0 && first <= 0xEF) {
            int low = first == 0xE0 ? 0xA0 : 0x80;
            int high = first == 0xED ? 0x9F : 0xBF;
            return continues(bytes, at + 1, length, low, high) && continues(bytes, at + 2, length, 0x80, 0xBF) ? 3 : 0;
        }
        if (first >= 0xF0 && first <= 0xF4) {
            int low = first == 0xF0 ? 0x90 : 0x80;
            int high = first == 0xF4 ? 0x8F : 0xBF;
            return continues(bytes, at + 1, length, low, high)
                            && continues(bytes, at + 2, length, 0x80, 0xBF)
                            && continues(bytes, at + 3, length, 0x80, 0xBF)
                    ? 4
                    : 0;
        }
        return 0;
    }

    private static boolean continues(byte[] bytes, int at, int length, int low, int high) {
        return at < length && (bytes[at] & 0xFF) >= low && (bytes[at] & 0xFF) <= high;
    }

    /** Whether a text has a surrogate without its other half, so that it has no UTF-8 form. */
    public static boolean hasLoneSurrogate(String text) {
        // Valid pairs appear as one code point above this range.
        return text.codePoints()
                .anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}
