package dev.hotlane.protocol.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** Reads a line with a JSON parser that is not ours, into paths such as {@code /ops/0/key}. */
final class Lines {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Lines() {}

    static Map<String, String> read(String line) {
        Map<String, String> values = new TreeMap<>();
        try (JsonParser in = JSON.createParser(line)) {
            for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
                if (token.isScalarValue()) {
                    values.put(in.getParsingContext().pathAsPointer().toString(), in.getText());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(line, e);
        }
        return values;
    }
}
