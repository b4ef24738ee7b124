package dev.hotlane.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** JSON bytes to and from maps, lists, texts, 64-bit integers, booleans and null. */
final class Json {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Json() {}

    static byte[] bytes(Map<String, ?> object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            write(out, object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeFieldName((String) entry.getKey());
                write(out, entry.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            out.writeStartArray();
            for (Object element : list) {
                write(out, element);
            }
            out.writeEndArray();
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value == null) {
            out.writeNull();
        } else {
            out.writeString((String) value);
        }
    }

    /** Parses one complete object; nothing may follow it. */
    static JsonFields object(byte[] bytes) {
        try (JsonParser in = FACTORY.createParser(bytes)) {
            JsonFields object = object(in, in.nextToken());
            if (in.nextToken() != null) {
                throw new ForeignAnswerException("something stands behind the JSON object");
            }
            return object;
        } catch (IOException e) {
            throw new ForeignAnswerException("the body is no whole JSON", e);
        }
    }

    /**
     * Parses whole lines with one object each, from the start of an array. Passes each object on before it parses the
     * next one. One parser for all lines: making one for each took an eighth of the CPU of {@code client-N}.
     */
    static void lines(byte[] bytes, int length, Consumer<JsonFields> objects) {
        try (JsonParser in = FACTORY.createParser(bytes, 0, length)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                objects.accept(object(in, token));
            }
        } catch (IOException e) {
            throw new ForeignAnswerException("the body is no whole JSON", e);
        }
    }

    private static JsonFields object(JsonParser in, JsonToken first) throws IOException {
        if (first != JsonToken.START_OBJECT) {
            throw new ForeignAnswerException("the body is no JSON object");
        }
        return new JsonFields(map(in));
    }

    private static Map<String, Object> map(JsonParser in) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            in.nextToken();
            fields.put(name, value(in));
        }
        return fields;
    }

    private static Object value(JsonParser in) throws IOException {
        return switch (in.currentToken()) {
            case START_OBJECT -> new JsonFields(map(in));
            case START_ARRAY -> list(in);
            case VALUE_STRING -> in.getText();
            case VALUE_NUMBER_INT -> in.getLongValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new ForeignAnswerException("a number is no 64-bit integer");
        };
    }

    private static List<Object> list(JsonParser in) throws IOException {
        List<Object> elements = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(in));
        }
        return elements;
    }
}
