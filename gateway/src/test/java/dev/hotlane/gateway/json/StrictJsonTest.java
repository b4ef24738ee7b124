package dev.hotlane.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
    @Test
    void readsBackWhatJsonTextWrites() {
        Random random = Seed.random();
        JsonText text = new JsonText();
        for (int i = 0; i < 20_000; i++) {
            String word = random.ints(random.nextInt(10), 0, 0x11_0000)
                    .filter(point -> point < 0xD800 || point > 0xDFFF)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            byte[] body = text.clear().string(word).toString().getBytes(StandardCharsets.UTF_8);
            try (StrictJson json = new StrictJson(body)) {
                assertThat(json.text()).isEqualTo(word);
                json.end();
            }
        }
    }

    /** The bytes in hexadecimal stand behind 1,100 others, more than are decoded at once; {@code index} is the fault's. */
    @ParameterizedTest
    @CsvSource({
        "80, 0",
        "c0af, 0",
        "c328, 0",
        "61c1bf, 1",
        "eda080, 0",
        "e0809f, 0",
        "f4908080, 0",
        "f0808080, 0",
        "f09f8d, 0",
        "c3a4ff, 2",
        "00, 0",
        "c3a400, 2",
        "00ff, 0",
        "ff00, 0"
    })
    void theFirstByteThatIsNotPlainUtf8IsNamed(String hex, int index) {
        String before = "22" + "c3a4".repeat(550);
        byte[] body = HexFormat.of().parseHex(before + hex + "22");

        assertThatThrownBy(() -> new StrictJson(body))
                .isInstanceOf(RequestRefused.class)
                .hasMessage("the body is not plain UTF-8 JSON: see byte " + (before.length() / 2 + index));
    }

    @Test
    void aBodyThatEndsWithinACharacterIsNotPlainUtf8() {
        assertThatThrownBy(() -> new StrictJson(new byte[] {'"', (byte) 0xC3}))
                .hasMessage("the body is not plain UTF-8 JSON: see byte 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud83c", "\\udf55", "\\udf55\\ud83c", "\\ud83c\\ud83c\\udf55", "a\\ud83cb"})
    void aSurrogateWithoutItsOtherHalfIsRejected(String escaped) {
        try (StrictJson json = new StrictJson(('"' + escaped + '"').getBytes(StandardCharsets.US_ASCII))) {
            assertThatThrownBy(json::text).hasMessageContaining("a lone surrogate is no character");
        }
    }
}
