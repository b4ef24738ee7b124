package dev.hotlane.protocol.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON document that a process of the lane wrote: objects as maps in their order, arrays as lists, whole
 * numbers as Long, strings, booleans, null. IllegalArgumentException for anything else, with the place. Not for
 * callers' input: it has no bound on depth. Without state between calls; any thread.
 */
public final class JsonReader {
    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** The object in these UTF-8 bytes. */
    public static Map<String, Object> object(byte[] utf8) {
        JsonReader reader = new JsonReader(new String(utf8, StandardCharsets.UTF_8));
        Object value = reader.value();
        reader.space();
        if (reader.at < reader.text.length() || !(value instanceof Map<?, ?>)) {
            throw reader.fault("expected one object");
        }
        return typed(value);
    }

    /** A value of {@link #object} that is an object itself. */
    @SuppressWarnings("unchecked") // Only value() makes maps, and their keys are names.
    public static Map<String, Object> typed(Object value) {
        return (Map<String, Object>) value;
    }

    private Object value() {
        space();
        switch (peek()) {
            case '{':
                return map();
            case '[':
                return list();
            case '"':
                return string();
            case 't':
                return word("true", true);
            case 'f':
                return word("false", false);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        space();
        if (peek() == '}') {
            at++;
            return map;
        }
        do {
            space();
            String name = string();
            space();
            expect(':');
            map.put(name, value());
            space();
        } while (more('}'));
        return map;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        at++;
        space();
        if (peek() == ']') {
            at++;
            return list;
        }
        do {
            list.add(value());
            space();
        } while (more(']'));
        return list;
    }

    private boolean more(char end) {
        if (peek() == ',') {
            at++;
            return true;
        }
        expect(end);
        return false;
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            out.append(c == '\\' ? escaped() : c);
        }
        return out.toString();
    }

    private char escaped() {
        char c = next();
        switch (c) {
            case 'u':
                at += 4;
                if (at > text.length()) {
                    throw fault("it ends in an escape");
                }
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            default:
                return c;
        }
    }

    private Long number() {
        int from = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '-')) {
            at++;
        }
        if (from == at) {
            throw fault("expected a value");
        }
        return Long.valueOf(text.substring(from, at));
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw fault("expected " + word);
        }
        at += word.length();
        return value;
    }

    private void space() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw fault("it ends too early");
        }
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private void expect(char wanted) {
        if (next() != wanted) {
            throw fault("expected " + wanted);
        }
    }

    private IllegalArgumentException fault(String what) {
        return new IllegalArgumentException("no JSON of a lane: " + what + " at character " + at);
    }
}
