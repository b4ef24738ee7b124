package dev.hotlane.protocol.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON document that a process of the lane wrote: objects as maps in their order, arrays as lists, whole
 * numbers as Long, strings, booleans, null. IllegalArgumentException for anything else, with the place. Without state
 * between calls; any thread.
 */
public final class JsonReader {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonReader() {}

    /** The object in these UTF-8 bytes. */
    public static Map<String, Object> object(byte[] utf8) {
        try (JsonParser json = FACTORY.createParser(utf8)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw fault("expected one object", json);
            }
            Map<String, Object> object = map(json);
            if (json.nextToken() != null) {
                throw fault("expected one object", json);
            }
            return object;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON of a lane: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("no JSON of a lane: " + e.getMessage(), e);
        }
    }

    /** A value of {@link #object} that is an object itself. */
    @SuppressWarnings("unchecked") // Only value() makes maps, and their keys are names.
    public static Map<String, Object> typed(Object value) {
        return (Map<String, Object>) value;
    }

    private static Map<String, Object> map(JsonParser json) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            map.put(name, value(json, json.nextToken()));
        }
        return map;
    }

    private static List<Object> list(JsonParser json) throws IOException {
        List<Object> list = new ArrayList<>();
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            list.add(value(json, token));
        }
        return list;
    }

    private static Object value(JsonParser json, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> map(json);
            case START_ARRAY -> list(json);
            case VALUE_STRING -> json.getText();
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw fault("expected another value than " + json.getText(), json);
        };
    }

    private static IllegalArgumentException fault(String what, JsonParser json) {
        return new IllegalArgumentException("no JSON of a lane: " + what + " at byte "
                + json.currentTokenLocation().getByteOffset());
    }
}
