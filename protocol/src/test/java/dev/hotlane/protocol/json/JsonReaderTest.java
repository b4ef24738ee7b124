package dev.hotlane.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of a lane, read to maps and lists. */
class JsonReaderTest {
    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void eachKindOfValueIsRead() {
        Map<String, Object> read = JsonReader.object(
                utf8(
                        " {\"n\": -7, \"s\":\"a\\u00e9\\n\\\"\", \"l\":[1,[],null], \"o\":{\"t\":true,\"f\":false}, \"z\":null} "));
        assertThat(read.keySet()).containsExactly("n", "s", "l", "o", "z");
        assertThat(read.get("n")).isEqualTo(-7L);
        assertThat(read.get("s")).isEqualTo("a\u00e9\n\"");
        assertThat(read.get("l")).isEqualTo(Arrays.asList(1L, List.of(), null));
        assertThat(JsonReader.typed(read.get("o"))).isEqualTo(Map.of("t", true, "f", false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "1",
                "{",
                "{} {}",
                "{\"a\":1.5}",
                "{\"a\":99999999999999999999}",
                "{\"a\"}",
                "{\"a\":\"b",
                "{a:1}"
            })
    void anythingElseIsAFault(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonReader.object(utf8(text)))
                .withMessageStartingWith("no JSON of a lane: ");
    }
}
