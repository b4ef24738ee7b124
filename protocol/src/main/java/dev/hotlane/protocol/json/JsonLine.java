package dev.hotlane.protocol.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Writes one JSON object into one line of text. Keys in a log may be any bytes. Characters that could move a terminal's
 * cursor or reverse its text are escaped; bytes that are not UTF-8 become {@code {"hex":"..."}}. Belongs to one thread.
 */
public final class JsonLine {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    /** Beyond it a double has no fractions, and not every integer. */
    private static final double EXACT_MAX = 1L << 53;

    private static final byte[] NULL = JsonText.ascii("null");

    private final JsonText text = new JsonText();
    private boolean first = true;

    /** Starts the next object. */
    public JsonLine begin() {
        text.clear().raw('{');
        first = true;
        return this;
    }

    /** Completes the object and returns it. */
    public String end() {
        return text.raw('}').toString();
    }

    /** Completes the object and returns it in UTF-8. */
    public byte[] endBytes() {
        text.raw('}');
        return Arrays.copyOf(text.bytes(), text.length());
    }

    /** Appends a field with an integer. */
    public JsonLine put(String name, long value) {
        name(name).number(value);
        return this;
    }

    /** Appends a field with a number, without a fraction if it has none; what is no number is null. */
    public JsonLine putNumber(String name, double value) {
        if (!Double.isFinite(value)) {
            return putNull(name);
        }
        if (value == Math.rint(value) && Math.abs(value) < EXACT_MAX) {
            return put(name, (long) value);
        }
        name(name).raw(JsonText.ascii(Double.toString(value)));
        return this;
    }

    /** Appends an array of integers. */
    public JsonLine putNumbers(String name, long[] values) {
        name(name).raw('[');
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                text.raw(',');
            }
            text.number(values[i]);
        }
        text.raw(']');
        return this;
    }

    /** Appends a field with JSON that was written elsewhere. */
    public JsonLine putRaw(String name, String json) {
        name(name).raw(json.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Appends a field with true or false. */
    public JsonLine put(String name, boolean value) {
        name(name).bool(value);
        return this;
    }

    /** Appends a field with a text, or with null. */
    public JsonLine put(String name, String value) {
        if (value == null) {
            return putNull(name);
        }
        name(name);
        quote(value);
        return this;
    }

    /** Appends a field with null. */
    public JsonLine putNull(String name) {
        name(name).raw(NULL);
        return this;
    }

    /** 64 bits in hexadecimal. */
    public JsonLine putHex(String name, long bits) {
        return put(name, HexFormat.of().toHexDigits(bits));
    }

    /** The 128 bits of an incarnation. */
    public JsonLine putHex(String name, long hi, long lo) {
        return put(name, HexFormat.of().toHexDigits(hi) + HexFormat.of().toHexDigits(lo));
    }

    /** Epoch milliseconds, as text and as a number. */
    public JsonLine putTime(long millis) {
        return put("time", TIME.format(Instant.ofEpochMilli(millis))).put("timeMs", millis);
    }

    /** Bytes that are usually text. */
    public JsonLine putBytes(String name, byte[] bytes, int offset, int length) {
        name(name);
        bytes(bytes, offset, length);
        return this;
    }

    /** An element of an array that is text. */
    public JsonLine element(byte[] bytes, int offset, int length) {
        comma();
        bytes(bytes, offset, length);
        return this;
    }

    /** An element of an array that is JSON written elsewhere, in UTF-8. */
    public JsonLine rawElement(byte[] json) {
        comma();
        text.raw(json);
        return this;
    }

    /** Appends a field with an array; its elements must follow. */
    public JsonLine beginArray(String name) {
        name(name).raw('[');
        first = true;
        return this;
    }

    /** Completes an array. */
    public JsonLine endArray() {
        text.raw(']');
        first = false;
        return this;
    }

    /** Appends a field with an object; its fields must follow. */
    public JsonLine beginObject(String name) {
        name(name).raw('{');
        first = true;
        return this;
    }

    /** An element of an array that is an object. */
    public JsonLine beginElement() {
        comma();
        text.raw('{');
        first = true;
        return this;
    }

    /** Completes an object within the line's object. */
    public JsonLine endObject() {
        text.raw('}');
        first = false;
        return this;
    }

    private JsonText name(String name) {
        comma();
        return text.name(name);
    }

    private void comma() {
        if (!first) {
            text.raw(',');
        }
        first = false;
    }

    private void bytes(byte[] bytes, int offset, int length) {
        if (isPlain(bytes, offset, length)) {
            text.raw('"').raw(bytes, offset, offset + length).raw('"');
            return;
        }
        try {
            quote(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString());
        } catch (CharacterCodingException e) {
            String hex = HexFormat.of().formatHex(bytes, offset, offset + length);
            text.raw('{').name("hex").string(hex).raw('}');
        }
    }

    /** Whether the bytes are ASCII of which none is escaped: those of nearly every key. */
    private static boolean isPlain(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (!isPlain((char) bytes[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (!isPlain(value.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c <= '~' && c != '"' && c != '\\';
    }

    private void quote(String value) {
        if (isPlain(value)) {
            text.raw('"').raw(JsonText.ascii(value)).raw('"');
            return;
        }
        StringBuilder safe = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                safe.append('\\').append(c);
            } else if (isHarmless(c)) {
                safe.append(c);
            } else {
                safe.append("\\u").append(HexFormat.of().toHexDigits(c));
            }
        }
        text.raw('"').raw(safe.toString().getBytes(StandardCharsets.UTF_8)).raw('"');
    }

    private static boolean isHarmless(char c) {
        int type = Character.getType(c);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }
}
