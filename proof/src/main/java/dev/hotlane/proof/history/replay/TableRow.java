package dev.hotlane.proof.history.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hotlane.proof.model.ModelIds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One JSON object: maps, lists, texts, longs, booleans and nulls, nothing else. What is no UTF-8 in a log is an object
 * with its hex, and stays one. Any thread; nobody changes it.
 */
public record TableRow(Map<String, Object> fields) {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Of one line; IllegalArgumentException if it is no object of such values. */
    public static TableRow parse(String line) {
        try (JsonParser parser = FACTORY.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("a line of JSON is expected, found " + line);
            }
            return new TableRow(object(parser));
        } catch (IOException e) {
            throw new IllegalArgumentException("a line of JSON is expected, found " + line, e);
        }
    }

    private static Map<String, Object> object(JsonParser parser) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return fields;
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> {
                List<Object> elements = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(value(parser));
                }
                yield elements;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IOException("unexpected " + parser.currentToken());
        };
    }

    /** Whether the field is there, be it null. */
    public boolean has(String name) {
        return fields.containsKey(name);
    }

    /** A text, or whatever else stands for one; null if it is not there. */
    public String text(String name) {
        Object value = fields.get(name);
        return value == null ? null : value.toString();
    }

    /** The key of the id in that field, of the tenant that the row names, if any; null without an id. */
    public String key(String name) {
        String tenant = text("tenant");
        return text(name) == null ? null : ModelIds.key(tenant == null ? "" : tenant, text(name));
    }

    /** A text that must be there. */
    public String word(String name) {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("text " + name + " is expected in " + fields);
    }

    /** A number that must be there. */
    public long number(String name) {
        if (fields.get(name) instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("number " + name + " is expected in " + fields);
    }

    /** A number, or that if it is not there or null. */
    public long number(String name, long otherwise) {
        return fields.get(name) instanceof Long number ? number : otherwise;
    }

    /** Whether the field is there and true. */
    public boolean is(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    /** The objects of a list; none if it is not there. */
    public List<TableRow> rows(String name) {
        List<TableRow> rows = new ArrayList<>();
        for (Object element : list(name)) {
            rows.add(row(element));
        }
        return rows;
    }

    /** The elements of a list; none if it is not there. */
    public List<?> list(String name) {
        return fields.get(name) instanceof List<?> list ? list : List.of();
    }

    /** An object within; an empty one if it is not there. */
    public TableRow row(String name) {
        Object value = fields.get(name);
        return value == null ? new TableRow(Map.of()) : row(value);
    }

    @SuppressWarnings("unchecked")
    private static TableRow row(Object value) {
        if (value instanceof Map<?, ?> map) {
            return new TableRow((Map<String, Object>) map);
        }
        throw new IllegalArgumentException("an object is expected, found " + value);
    }
}
