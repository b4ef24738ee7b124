package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.problem.RequestRefused;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathTextTest {
    @Test
    void decodesEscapesAndLeavesTheRest() {
        assertThat(decode("stock:sku-1")).isEqualTo("stock:sku-1");
        assertThat(decode("a%2Fb%2fc%25+%20")).isEqualTo("a/b/c%+ ");
        assertThat(decode("%C3%A4%F0%9F%8D%95")).isEqualTo("\u00e4\ud83c\udf55");
        assertThat(decode("%00")).isEqualTo("\0");
        assertThat(decode("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "%4",
                "%zz",
                "a%",
                "%\uff11\uff11",
                "%C3",
                "%C3%28",
                "%C0%80",
                "%E0%80%80",
                "%ED%A0%80",
                "%F4%90%80%80",
                "%F8%88%80%80%80",
                "%FF",
                "\u00e4",
                "a b",
                "a#b",
                "\n"
            })
    void refusesWhatIsNoSegment(String segment) {
        assertThatThrownBy(() -> decode(segment))
                .isInstanceOf(RequestRefused.class)
                .hasMessageStartingWith("the path: ");
    }

    @Test
    void givesBackWhatAnEncoderMade() {
        Random random = Seed.random();
        for (int i = 0; i < 20_000; i++) {
            String text = random.ints(random.nextInt(20), 0, 0x11_0000)
                    .filter(point -> point < 0xD800 || point > 0xDFFF)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
            assertThat(decode(encoded)).isEqualTo(text);
        }
    }

    private static String decode(String segment) {
        return new String(PathText.decode(segment, 0, segment.length(), "the path"), StandardCharsets.UTF_8);
    }
}
