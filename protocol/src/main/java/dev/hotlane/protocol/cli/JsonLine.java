package dev.hotlane.protocol.cli;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;

/**
 * Writes one JSON object into one line of text. Keys in a log may be any bytes. Characters that could move a terminal's
 * cursor or reverse its text are escaped; bytes that are not UTF-8 become {@code {"hex":"..."}}. Belongs to one thread.
 */
final class JsonLine {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final StringBuilder text = new StringBuilder(256);
    private boolean first = true;

    JsonLine begin() {
        text.setLength(0);
        text.append('{');
        first = true;
        return this;
    }

    String end() {
        return text.append('}').toString();
    }

    JsonLine put(String name, long value) {
        name(name).append(value);
        return this;
    }

    JsonLine put(String name, boolean value) {
        name(name).append(value);
        return this;
    }

    JsonLine put(String name, String value) {
        name(name);
        quote(value);
        return this;
    }

    JsonLine putNull(String name) {
        name(name).append("null");
        return this;
    }

    /** 64 bits in hexadecimal. */
    JsonLine putHex(String name, long bits) {
        return put(name, HexFormat.of().toHexDigits(bits));
    }

    /** The 128 bits of an incarnation. */
    JsonLine putHex(String name, long hi, long lo) {
        return put(name, HexFormat.of().toHexDigits(hi) + HexFormat.of().toHexDigits(lo));
    }

    /** Epoch milliseconds, as text and as a number. */
    JsonLine putTime(long millis) {
        return put("time", TIME.format(Instant.ofEpochMilli(millis))).put("timeMs", millis);
    }

    /** Bytes that are usually text. */
    JsonLine putBytes(String name, byte[] bytes, int offset, int length) {
        name(name);
        bytes(bytes, offset, length);
        return this;
    }

    /** An element of an array that is text. */
    JsonLine element(byte[] bytes, int offset, int length) {
        comma();
        bytes(bytes, offset, length);
        return this;
    }

    JsonLine beginArray(String name) {
        name(name).append('[');
        first = true;
        return this;
    }

    JsonLine endArray() {
        text.append(']');
        first = false;
        return this;
    }

    JsonLine beginObject(String name) {
        name(name).append('{');
        first = true;
        return this;
    }

    /** An element of an array that is an object. */
    JsonLine beginElement() {
        comma();
        text.append('{');
        first = true;
        return this;
    }

    JsonLine endObject() {
        text.append('}');
        first = false;
        return this;
    }

    private StringBuilder name(String name) {
        comma();
        return text.append('"').append(name).append("\":");
    }

    private void comma() {
        if (!first) {
            text.append(',');
        }
        first = false;
    }

    private void bytes(byte[] bytes, int offset, int length) {
        try {
            quote(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString());
        } catch (CharacterCodingException e) {
            text.append("{\"hex\":\"");
            text.append(HexFormat.of().formatHex(bytes, offset, offset + length));
            text.append("\"}");
        }
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (isHarmless(c)) {
                text.append(c);
            } else {
                text.append("\\u").append(HexFormat.of().toHexDigits(c));
            }
        }
        text.append('"');
    }

    private static boolean isHarmless(char c) {
        int type = Character.getType(c);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }
}
