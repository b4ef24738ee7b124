package dev.hotlane.access.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads one JSON document that an operator writes. The caller takes each value; whatever it does not take is refused
 * with line and field: unknown and doubled fields, fractions, numbers out of range, comments, bytes that are not UTF-8,
 * anything behind the document. Belongs to one thread.
 */
final class StrictFile implements AutoCloseable {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int QUOTED_MAX = 100;

    private final String name;
    private final JsonParser parser;

    /** Starts on the bytes of the file with this name. */
    StrictFile(String name, byte[] bytes) {
        this.name = name;
        try {
            parser = FACTORY.createParser(text(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String text(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CoderResult result = decoder.decode(in, text, true);
        text.flip();
        if (result.isError()) {
            int line = 1 + (int) text.chars().filter(one -> one == '\n').count();
            throw new PrincipalsException(name + ", line " + line + ": not UTF-8", line, "");
        }
        return text.toString();
    }

    /** Reads the whole document, an object; {@code field} takes the value of each field. */
    Set<String> document(Consumer<String> field) {
        next();
        Set<String> met = object(field);
        if (next() != null) {
            throw fault("something follows the document");
        }
        return met;
    }

    /** Reads an object; {@code field} takes the value of each field. Returns the names of its fields. */
    Set<String> object(Consumer<String> field) {
        require(JsonToken.START_OBJECT, "an object");
        Set<String> met = new HashSet<>();
        while (next() == JsonToken.FIELD_NAME) {
            String one = word();
            if (!met.add(one)) {
                throw fault("the field is there twice");
            }
            next();
            field.accept(one);
        }
        return met;
    }

    /** Reads an array; {@code element} takes each element. */
    void array(Runnable element) {
        require(JsonToken.START_ARRAY, "an array");
        while (next() != JsonToken.END_ARRAY) {
            element.run();
        }
    }

    /** Whether the value is a string, and so no array. */
    boolean isText() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    /** The value must be a string of whole characters. */
    String text() {
        require(JsonToken.VALUE_STRING, "a string");
        String text = word();
        // Valid pairs appear as one code point above this range.
        if (text.codePoints().anyMatch(one -> one >= Character.MIN_SURROGATE && one <= Character.MAX_SURROGATE)) {
            throw fault("a lone surrogate is no character");
        }
        return text;
    }

    /** The value must be a string of 1 to {@code lengthMax} UTF-8 bytes. */
    byte[] utf8(int lengthMax) {
        byte[] bytes = text().getBytes(StandardCharsets.UTF_8);
        if (bytes.length < 1 || bytes.length > lengthMax) {
            throw fault("must have 1 to " + lengthMax + " UTF-8 bytes, found " + bytes.length);
        }
        return bytes;
    }

    /** The value must be a whole number in this range. */
    long integer(long min, long max) {
        require(JsonToken.VALUE_NUMBER_INT, "a whole number");
        try {
            boolean fits = parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
            if (!fits || parser.getLongValue() < min || parser.getLongValue() > max) {
                throw fault("must be " + min + ".." + max + ", found " + parser.getText());
            }
            return parser.getLongValue();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Refuses an object that lacks one of these fields; the parser stands at the object's end. */
    void need(Set<String> met, String... fields) {
        for (String field : fields) {
            if (!met.contains(field)) {
                throw fault("needs \"" + field + "\"");
            }
        }
    }

    /** Refuses a field that is not one of {@code known}. */
    PrincipalsException unknownField(String known) {
        return fault("unknown field; known here: " + known);
    }

    /** A refusal at the value that was read last. */
    PrincipalsException fault(String what) {
        return at(parser.currentTokenLocation().getLineNr(), what);
    }

    private void require(JsonToken expected, String words) {
        if (parser.currentToken() != expected) {
            throw fault("expected " + words);
        }
    }

    private JsonToken next() {
        try {
            return parser.nextToken();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private String word() {
        try {
            return parser.getText();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Uses own words, because the parser's messages name its internals. */
    private PrincipalsException unreadable(IOException e) {
        String why = e instanceof JsonEOFException ? "it ends too early" : "unexpected character";
        return at(parser.currentLocation().getLineNr(), "not JSON: " + why);
    }

    private PrincipalsException at(int line, String what) {
        String field = parser.getParsingContext().pathAsPointer().toString();
        String shown = field.length() <= QUOTED_MAX ? field : field.substring(0, QUOTED_MAX) + "...";
        String place = name + ", line " + line + (field.isEmpty() ? "" : ", " + shown);
        return new PrincipalsException(place + ": " + what, line, field);
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
