package dev.hotlane.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonTextTest {
    @Test
    void writesEveryLongAsTheJdkDoes() {
        Random random = Seed.random();
        JsonText text = new JsonText();
        long power = 1;
        for (int i = 0; i < 19; i++, power *= 10) {
            for (long near = power - 1; near <= power + 1; near++) {
                assertThat(text.clear().number(near)).hasToString(Long.toString(near));
                assertThat(text.clear().number(-near)).hasToString(Long.toString(-near));
            }
        }
        for (long edge : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE + 1}) {
            assertThat(text.clear().number(edge)).hasToString(Long.toString(edge));
        }
        for (int i = 0; i < 100_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertThat(text.clear().number(value).toString()).isEqualTo(Long.toString(value));
        }
    }

    @Test
    void escapesWhatJsonNeedsEscaped() {
        assertThat(new JsonText().string("a\"b\\c\n\0\u001f\u007f\u00e4\ud83c\udf55"))
                .hasToString("\"a\\\"b\\\\c\\u000a\\u0000\\u001f\u007f\u00e4\ud83c\udf55\"");
    }

    @Test
    void growsForLargeAnswersAndShrinksAgain() {
        JsonText text = new JsonText();
        text.string("x".repeat(1 << 20));
        assertThat(text.length()).isEqualTo((1 << 20) + 2);
        assertThat(text.clear().bytes().length).isLessThanOrEqualTo(64 * 1024);
    }
}
