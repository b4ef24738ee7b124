package dev.hotlane.jmh.peers.front;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads the one body that is sent in a comparison: Hotlane's transaction of a single add. Any thread. */
final class CommandReader {
    private static final JsonFactory JSON = new JsonFactory();

    private CommandReader() {}

    /** Throws IOException for what is no such body. */
    static PeerCommand read(String id, byte[] body) throws IOException {
        String key = null;
        long delta = 0;
        try (JsonParser json = JSON.createParser(body)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.VALUE_STRING && "key".equals(json.currentName())) {
                    key = json.getText();
                } else if (token == JsonToken.VALUE_NUMBER_INT && "delta".equals(json.currentName())) {
                    delta = json.getLongValue();
                }
            }
        }
        if (id == null || key == null || delta >= 0) {
            throw new IOException("expected an Idempotency-Key, a key and a delta below 0, found " + id + ", " + key
                    + " and " + delta);
        }
        return new PeerCommand(id, key, -delta);
    }

    /** The number behind "value". */
    static long value(byte[] body) throws IOException {
        try (JsonParser json = JSON.createParser(body)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.VALUE_NUMBER_INT && "value".equals(json.currentName())) {
                    return json.getLongValue();
                }
            }
        }
        throw new IOException("expected {\"value\":n}");
    }
}
