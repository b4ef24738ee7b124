package dev.hotlane.gateway.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Op;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Parses one JSON body; the caller names each value that it takes. Everything else is rejected as MALFORMED with its
 * place (a JSON Pointer and a byte): bytes that are not UTF-8, fractions, exponents, numbers beyond int64, lone
 * surrogates, comments, anything behind the document. Belongs to one thread; close it, so that its buffers are reused.
 */
public final class StrictJson implements AutoCloseable {
    private static final int QUOTED_MAX = 100;

    // Field names come from callers: they must not fill the JVM's table of interned strings.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    // The length of the whole bounds each part, and a number that is skipped is not converted.
    private static final StreamReadConstraints OF_DOCUMENTS = StreamReadConstraints.builder()
            .maxNestingDepth(1_000)
            .maxNameLength(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .build();

    private final JsonParser parser;
    private final String whole;
    private long taken;

    /** Starts on a body; rejects one that is not UTF-8 or begins with a byte order mark. */
    public StrictJson(byte[] body) {
        this(body, 0, body.length, "the body");
    }

    /** Starts on a range of bytes; texts of rejections call it {@code whole}. */
    public StrictJson(byte[] bytes, int from, int to, String whole) {
        this(FACTORY, bytes, from, to, whole);
    }

    /**
     * Starts on a document that is kept as it is: at most 1,000 deep, names and numbers of any length. Its factory is
     * its own, because a factory keeps the names of all that it parsed.
     */
    public static StrictJson document(byte[] bytes, String whole) {
        JsonFactory factory = JsonFactory.builder()
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .streamReadConstraints(OF_DOCUMENTS)
                .build();
        return new StrictJson(factory, bytes, 0, bytes.length, whole);
    }

    private StrictJson(JsonFactory factory, byte[] bytes, int from, int to, String whole) {
        this.whole = whole;
        int fault = from < to && bytes[from] == (byte) 0xEF ? from : JsonBytes.faultAt(bytes, from, to);
        if (fault >= 0) {
            throw RequestRefused.malformed(whole + " is not plain UTF-8 JSON: see byte " + (fault - from));
        }
        try {
            parser = factory.createParser(bytes, from, to - from);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Enters the next object. */
    public void beginObject() {
        require(next(), JsonToken.START_OBJECT, "an object");
    }

    /** The name of the next field, or null at the end of the object. */
    public String nextField() {
        return next() == JsonToken.FIELD_NAME ? name() : null;
    }

    /** Enters the next array. */
    public void beginArray() {
        require(next(), JsonToken.START_ARRAY, "an array");
    }

    /** Enters the next object of an array; false at the end of the array. */
    public boolean nextObject() {
        JsonToken token = next();
        if (token == JsonToken.END_ARRAY) {
            return false;
        }
        require(token, JsonToken.START_OBJECT, "an object");
        return true;
    }

    /** The next key of an array, or null at the end of the array. */
    public byte[] nextKey() {
        JsonToken token = next();
        return token == JsonToken.END_ARRAY ? null : key(token);
    }

    /** The value must be a counter's key: a string of 1 to 200 UTF-8 bytes. */
    public byte[] key() {
        return key(next());
    }

    private byte[] key(JsonToken token) {
        return utf8(token, "a key", Op.KEY_LENGTH_MAX);
    }

    /**
     * The value must be a string of 1 to {@code lengthMax} UTF-8 bytes; the text of a rejection calls it {@code words}.
     */
    public byte[] utf8(String words, int lengthMax) {
        return utf8(next(), words, lengthMax);
    }

    private byte[] utf8(JsonToken token, String words, int lengthMax) {
        byte[] bytes = text(token).getBytes(StandardCharsets.UTF_8);
        if (bytes.length < 1 || bytes.length > lengthMax) {
            throw fault(words + " has 1 to " + lengthMax + " UTF-8 bytes, this one has " + bytes.length);
        }
        return bytes;
    }

    /** The value must be a string. */
    public String text() {
        return text(next());
    }

    private String text(JsonToken token) {
        require(token, JsonToken.VALUE_STRING, "a string");
        try {
            String text = parser.getText();
            if (hasLoneSurrogate(text)) {
                throw fault("a lone surrogate is no character");
            }
            return text;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static boolean hasLoneSurrogate(String text) {
        // Valid pairs appear as one code point above this range.
        return text.codePoints()
                .anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }

    /** The value must be a 64-bit integer. */
    public long integer() {
        return integer(next());
    }

    private long integer(JsonToken token) {
        require(token, JsonToken.VALUE_NUMBER_INT, "a whole number");
        try {
            JsonParser.NumberType type = parser.getNumberType();
            if (type == JsonParser.NumberType.BIG_INTEGER) {
                throw fault("a number must fit into 64 bits, signed");
            }
            return parser.getLongValue();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** The value must be null (returns true) or an integer, which {@link #taken} then returns. */
    public boolean nullOrInteger() {
        JsonToken token = next();
        if (token == JsonToken.VALUE_NULL) {
            return true;
        }
        taken = integer(token);
        return false;
    }

    /** The integer that {@link #nullOrInteger} read. */
    public long taken() {
        return taken;
    }

    /** The value must be true or false. */
    public boolean bool() {
        JsonToken token = next();
        if (token != JsonToken.VALUE_TRUE) {
            require(token, JsonToken.VALUE_FALSE, "true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    /** Skips the value, whatever it is. */
    public void skip() {
        next();
        try {
            parser.skipChildren();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Rejects anything behind the document. */
    public void end() {
        if (next() != null) {
            throw fault("something follows the document");
        }
    }

    /** Rejects a field that the call does not take; {@code known} lists the fields that it takes. */
    public RequestRefused unknownField(String known) {
        return fault("unknown field; known here: " + known);
    }

    /** Sets the bit of a field that was read; rejects a field that comes twice. */
    public int once(int met, int bit) {
        if ((met & bit) != 0) {
            throw fault("the field is there twice");
        }
        return met | bit;
    }

    /** A rejection with the parser's current place. */
    public RequestRefused fault(String what) {
        return RequestRefused.malformed(place() + ": " + what + at(parser.currentTokenLocation()));
    }

    private void require(JsonToken found, JsonToken expected, String words) {
        if (found != expected) {
            throw fault("expected " + words + ", found " + words(found));
        }
    }

    private static String words(JsonToken token) {
        if (token == null) {
            return "the end of the body";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT -> "a whole number";
            case VALUE_NUMBER_FLOAT -> "a number with a fraction or an exponent";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            case VALUE_NULL -> "null";
            default -> "the end of it";
        };
    }

    private String place() {
        String pointer = parser.getParsingContext().pathAsPointer().toString();
        return pointer.isEmpty() ? whole : shortened(pointer);
    }

    private static String shortened(String text) {
        return text.length() <= QUOTED_MAX ? text : text.substring(0, QUOTED_MAX) + "...";
    }

    private JsonToken next() {
        try {
            return parser.nextToken();
        } catch (IOException | IllegalStateException e) {
            throw unreadable(e);
        }
    }

    private String name() {
        try {
            return parser.currentName();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Uses own words, because the parser's messages name its internals. */
    private RequestRefused unreadable(Exception notJson) {
        String why = notJson instanceof JsonEOFException
                ? "it ends too early"
                : notJson instanceof StreamConstraintsException || notJson instanceof IllegalStateException
                        ? "nested too deep, or too long a name or number"
                        : "unexpected character";
        return RequestRefused.malformed(place() + ": not JSON: " + why + at(parser.currentLocation()));
    }

    private static String at(JsonLocation location) {
        return " (at byte " + Math.max(0, location.getByteOffset()) + ")";
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
