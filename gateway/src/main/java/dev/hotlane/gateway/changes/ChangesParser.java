package dev.hotlane.gateway.changes;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads records of the feed. Belongs to one thread. */
final class ChangesParser {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private static final byte[] NO_OWNER = {};

    private JsonParser json;
    private final List<ChangesDocument.Changed> changes = new ArrayList<>();
    private final List<ChangesDocument.Held> reservations = new ArrayList<>();
    private final List<ChangesDocument.Field> fields = new ArrayList<>();
    private long sequence;
    private long to;
    private String kind;
    private String tenant;
    private String id;
    private int part;
    private int parts;

    /** The document of a record of the changes topic; null if it is none. */
    ChangesDocument document(byte[] value) {
        if (value == null) {
            return null;
        }
        clear();
        byte[] line = inOneLine(value);
        try (JsonParser parser = FACTORY.createParser(line)) {
            json = parser;
            require(json.nextToken() == JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                field(json.currentName());
            }
            require(json.nextToken() == null);
        } catch (IOException e) {
            return null;
        }
        long number = ChangesDocument.GAP.equals(kind) ? to : sequence;
        boolean whole = kind != null && number >= 0 && part >= 1 && part <= parts;
        return whole
                ? new ChangesDocument(
                        line,
                        new ChangesDocument.Head(number, kind, part, parts, tenant, id),
                        List.copyOf(changes),
                        List.copyOf(reservations),
                        List.copyOf(fields))
                : null;
    }

    private void clear() {
        changes.clear();
        reservations.clear();
        fields.clear();
        sequence = -1;
        to = -1;
        kind = null;
        tenant = "";
        id = null;
        part = 1;
        parts = 1;
    }

    /** A line's end inside a document can only be white space, and would end the field of an event. */
    private static byte[] inOneLine(byte[] value) {
        byte[] line = value.clone();
        for (int i = 0; i < line.length; i++) {
            if (line[i] == '\n' || line[i] == '\r') {
                line[i] = ' ';
            }
        }
        return line;
    }

    private static void require(boolean holds) throws IOException {
        if (!holds) {
            throw new IOException("not a document of the feed");
        }
    }

    private void field(String name) throws IOException {
        JsonToken token = json.nextToken();
        int from = start();
        switch (name) {
            case "seq" -> sequence = number(token);
            case "to" -> to = number(token);
            case "part" -> part = Math.toIntExact(number(token));
            case "parts" -> parts = Math.toIntExact(number(token));
            case "kind" -> kind = text(token);
            case "tenant" -> tenant = text(token);
            case "id" -> id = text(token);
            case "changes" -> objects(token, this::changed);
            case "reservations" -> objects(token, this::held);
            default -> json.skipChildren();
        }
        fields.add(new ChangesDocument.Field(name, from, end()));
    }

    private int start() {
        return (int) json.currentTokenLocation().getByteOffset();
    }

    /** Behind the token that was read; a string is read to its end first. */
    private int end() throws IOException {
        if (json.currentToken() == JsonToken.VALUE_STRING) {
            json.getText();
        }
        return (int) json.currentLocation().getByteOffset();
    }

    private long number(JsonToken token) throws IOException {
        require(token == JsonToken.VALUE_NUMBER_INT);
        return json.getLongValue();
    }

    private String text(JsonToken token) throws IOException {
        require(token == JsonToken.VALUE_STRING);
        return json.getText();
    }

    /** Reads one object of an array. */
    @FunctionalInterface
    private interface ObjectReader {
        void read(int from) throws IOException;
    }

    private void objects(JsonToken token, ObjectReader each) throws IOException {
        require(token == JsonToken.START_ARRAY);
        while (json.nextToken() == JsonToken.START_OBJECT) {
            each.read(start());
        }
        require(json.currentToken() == JsonToken.END_ARRAY);
    }

    private void changed(int from) throws IOException {
        changes.add(new ChangesDocument.Changed(key(), from, end()));
    }

    private byte[] utf8(JsonToken token) throws IOException {
        return text(token).getBytes(StandardCharsets.UTF_8);
    }

    private void held(int from) throws IOException {
        String hold = "";
        String of = "";
        byte[] owner = NO_OWNER;
        List<byte[]> keys = new ArrayList<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken token = json.nextToken();
            switch (name) {
                case "id" -> hold = text(token);
                case "tenant" -> of = text(token);
                case "owner" -> owner = utf8(token);
                case "lines", "limits" -> objects(token, start -> keys.add(key()));
                default -> json.skipChildren();
            }
        }
        reservations.add(new ChangesDocument.Held(hold, of, owner, List.copyOf(keys), from, end()));
    }

    /** Reads an object to its end; its field "key". */
    private byte[] key() throws IOException {
        byte[] key = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean isKey = json.currentName().equals("key");
            JsonToken token = json.nextToken();
            if (isKey) {
                key = utf8(token);
            } else {
                json.skipChildren();
            }
        }
        require(key != null);
        return key;
    }

    /** What a record of the progress topic says; null if it is none. */
    ChangesProgress progress(byte[] value) {
        if (value == null) {
            return null;
        }
        long upTo = -1;
        long end = -1;
        try (JsonParser parser = FACTORY.createParser(value)) {
            json = parser;
            require(json.nextToken() == JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken token = json.nextToken();
                switch (name) {
                    case "upTo" -> upTo = number(token);
                    case "changes" -> end = number(token);
                    default -> json.skipChildren();
                }
            }
        } catch (IOException e) {
            return null;
        }
        return upTo < 0 || end < 0 ? null : new ChangesProgress(upTo, end);
    }
}
