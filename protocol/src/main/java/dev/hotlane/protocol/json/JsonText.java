package dev.hotlane.protocol.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builds JSON by appending bytes to a reused buffer. Belongs to one thread. */
public final class JsonText {
    private static final int START_LENGTH = 1024;

    /** A buffer that grew beyond this number of bytes is dropped at the next {@link #clear}. */
    private static final int KEPT_LENGTH_MAX = 64 * 1024;

    private static final int LONG_LENGTH_MAX = 20;
    private static final int ESCAPED_LENGTH_MAX = 6;
    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final byte[] SMALLEST = ascii("-9223372036854775808");

    private byte[] bytes = new byte[START_LENGTH];
    private int length;

    /** The bytes of a plain ASCII text, for templates. */
    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Empties the text. */
    public JsonText clear() {
        length = 0;
        if (bytes.length > KEPT_LENGTH_MAX) {
            bytes = new byte[START_LENGTH];
        }
        return this;
    }

    /** Removes what was appended beyond {@code mark}, an earlier {@link #length}. */
    public JsonText backTo(int mark) {
        length = mark;
        return this;
    }

    /** Appends bytes as they are. */
    public JsonText raw(byte[] template) {
        room(template.length);
        System.arraycopy(template, 0, bytes, length, template.length);
        length += template.length;
        return this;
    }

    /** Appends a range of bytes as they are. */
    public JsonText raw(byte[] source, int from, int to) {
        room(to - from);
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
        return this;
    }

    /** Appends one ASCII character as it is. */
    public JsonText raw(char character) {
        room(1);
        bytes[length++] = (byte) character;
        return this;
    }

    /** Appends {@code "name":}; the name is plain ASCII. */
    public JsonText name(String name) {
        int count = name.length();
        room(count + 3);
        bytes[length++] = '"';
        for (int i = 0; i < count; i++) {
            bytes[length++] = (byte) name.charAt(i);
        }
        bytes[length++] = '"';
        bytes[length++] = ':';
        return this;
    }

    /** Appends an integer. */
    public JsonText number(long value) {
        if (value == Long.MIN_VALUE) {
            return raw(SMALLEST);
        }
        room(LONG_LENGTH_MAX);
        long rest = value;
        if (rest < 0) {
            bytes[length++] = '-';
            rest = -rest;
        }
        int digits = digits(rest);
        for (int at = length + digits - 1; at >= length; at--) {
            long tenth = rest / 10;
            bytes[at] = (byte) ('0' + (rest - tenth * 10));
            rest = tenth;
        }
        length += digits;
        return this;
    }

    private static int digits(long value) {
        int digits = 1;
        for (long bound = 10; digits < 19 && value >= bound; bound *= 10) {
            digits++;
        }
        return digits;
    }

    /** Appends a string in quotes; the bytes are UTF-8. */
    public JsonText string(byte[] utf8) {
        room(utf8.length * ESCAPED_LENGTH_MAX + 2);
        bytes[length++] = '"';
        for (byte next : utf8) {
            if (next == '"' || next == '\\') {
                bytes[length++] = '\\';
                bytes[length++] = next;
            } else if (next >= 0 && next < ' ') {
                escape(next);
            } else {
                bytes[length++] = next;
            }
        }
        bytes[length++] = '"';
        return this;
    }

    private void escape(byte control) {
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        bytes[length++] = '0';
        bytes[length++] = '0';
        bytes[length++] = HEX[control >> 4];
        bytes[length++] = HEX[control & 0xF];
    }

    /** Appends a string in quotes. */
    public JsonText string(String text) {
        return string(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Appends true or false. */
    public JsonText bool(boolean value) {
        return raw(ascii(value ? "true" : "false"));
    }

    /** The buffer; its first {@link #length} bytes are valid until the next call. */
    public byte[] bytes() {
        return bytes;
    }

    /** Number of bytes appended. */
    public int length() {
        return length;
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }
}
