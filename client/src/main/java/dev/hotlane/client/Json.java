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
        return object(bytes, 0, bytes.length);
    }

    /** Parses one complete object in a part of an array; nothing may follow it in that part. */
    static JsonFields object(byte[] bytes, int from, int length) {
        try (JsonParser in = FACTORY.createParser(bytes, from, length)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new ForeignAnswerException("the body is no JSON object");
            }
            JsonFields object = new JsonFields(map(in));
            if (in.nextToken() != null) {
                throw new ForeignAnswerException("something stands behind the JSON object");
            }
            return object;
        } catch (IOException e) {
            throw new ForeignAnswerException("the body is no whole JSON", e);
        }
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
